# SPDX-License-Identifier: MIT
# Optional libraries: where each is, in a variable of its name (include directory, then libraries), or
# empty.
#
# Nothing found here is cached: a package that was installed or removed since the last
# configuration is seen, and what was found must also link.

# lento_leave_out(TEXT): said now, and once more by `make test` at its end
file(WRITE ${PROJECT_BINARY_DIR}/left-out.txt "")
function(lento_leave_out text)
    message(STATUS "left out: ${text}")
    file(APPEND ${PROJECT_BINARY_DIR}/left-out.txt "${text}\n")
endfunction()

# lento_find(RESULT HEADER LIBRARY...): the include directory, then the libraries; empty if one is missing
function(lento_find result header)
    set(${result} "" PARENT_SCOPE)
    find_path(include ${header} NO_CACHE)
    if(NOT include)
        return()
    endif()
    set(all ${include})
    foreach(name IN LISTS ARGN)
        unset(library)
        find_library(library ${name} NO_CACHE)
        if(NOT library)
            return()
        endif()
        list(APPEND all ${library})
    endforeach()
    set(${result} ${all} PARENT_SCOPE)
endfunction()

# lento_links(RESULT PROGRAM PLACES): does the program link with what lento_find returned?
function(lento_links result program places)
    list(POP_FRONT places include)
    try_compile(works SOURCE_FROM_CONTENT probe.c "${program}"
        CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${include} LINK_LIBRARIES ${places} m NO_CACHE)
    set(${result} ${works} PARENT_SCOPE)
endfunction()

# lento_link(TARGET PLACES): with what lento_find returned
function(lento_link target places)
    list(POP_FRONT places include)
    target_include_directories(${target} SYSTEM PRIVATE ${include})
    target_link_libraries(${target} PRIVATE ${places})
endfunction()

# lento_first(RESULT PROGRAM HEADER SET...): the first set of libraries (space-separated) that is there and links
function(lento_first result program header)
    foreach(names IN LISTS ARGN)
        string(REPLACE " " ";" names "${names}")
        lento_find(places ${header} ${names})
        if(places)
            lento_links(works "${program}" "${places}")
            if(works)
                set(${result} ${places} PARENT_SCOPE)
                return()
            endif()
        endif()
    endforeach()
    set(${result} "" PARENT_SCOPE)
endfunction()

# SUNDIALS: the libraries are named one by one, because the CMake package of some distributions
# insists on MPI, PETSc and other languages that are not needed here.
# LENTO_SUNDIALS: AUTO takes what is found, ON insists, OFF leaves it out.
set(sundials)
if(NOT LENTO_SUNDIALS STREQUAL "OFF")
    set(parts "sundials_arkode sundials_cvode sundials_ida sundials_nvecserial sundials_sunmatrixdense \
sundials_sunlinsoldense sundials_sunnonlinsolfixedpoint")
    lento_first(sundials "#include <sundials/sundials_context.h>
#include <cvode/cvode.h>
int main(void) { SUNContext c; return SUNContext_Create(0, &c) || !CVodeCreate(CV_ADAMS, c); }"
        arkode/arkode_erkstep.h "${parts} sundials_generic" "${parts}")
endif()
if(sundials)
    message(STATUS "SUNDIALS: found")
elseif(LENTO_SUNDIALS STREQUAL "ON")
    message(FATAL_ERROR "LENTO_SUNDIALS=ON, but SUNDIALS was not found (Debian: libsundials-dev)")
elseif(LENTO_SUNDIALS STREQUAL "OFF")
    lento_leave_out("SUNDIALS: switched off by LENTO_SUNDIALS=OFF")
else()
    lento_leave_out("SUNDIALS: not found (Debian: libsundials-dev)")
endif()

# The server of `lento studio`; without the page there is nothing to serve.
set(microhttpd)
if(NOT LENTO_STUDIO STREQUAL "OFF")
    lento_find(microhttpd microhttpd.h microhttpd)
endif()
if(NOT microhttpd AND NOT LENTO_STUDIO STREQUAL "OFF")
    lento_leave_out("the studio's server: libmicrohttpd not found (Debian: libmicrohttpd-dev)")
endif()

# MPI, for sweeps on many machines: Debian keeps the header of Open MPI in a folder of its own.
set(mpi)
if(NOT WIN32)
    find_path(mpi_include mpi.h PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/openmpi/include NO_CACHE)
    find_library(mpi_library mpi NO_CACHE)
    if(mpi_include AND mpi_library)
        set(places ${mpi_include} ${mpi_library})
        lento_links(works "#include <mpi.h>
int main(void) { return MPI_Init(0, 0); }" "${places}")
        if(works)
            set(mpi ${places})
        endif()
    endif()
    if(NOT mpi)
        lento_leave_out("sweeps with MPI: Open MPI not found (Debian: libopenmpi-dev openmpi-bin)")
    endif()
endif()
