# SPDX-License-Identifier: MIT
# Optional libraries. Each sets LENTO_HAVE_X and adds its libraries and the definition
# LENTO_HAVE_X=1 to the interface target lento_optional. AUTO takes what is found, ON insists.

add_library(lento_optional INTERFACE)

function(lento_optional_result name found)
    if(found)
        target_compile_definitions(lento_optional INTERFACE LENTO_HAVE_${name}=1)
        message(STATUS "${name}: found")
    elseif(LENTO_${name} STREQUAL "ON")
        message(FATAL_ERROR "LENTO_${name}=ON, but ${name} was not found")
    else()
        message(STATUS "${name}: not used")
    endif()
    set(LENTO_HAVE_${name} ${found} PARENT_SCOPE)
endfunction()

# SUNDIALS: the libraries are named directly, because the CMake package of some distributions
# insists on MPI, PETSc and other languages that are not needed here.
set(found FALSE)
if(NOT LENTO_SUNDIALS STREQUAL "OFF")
    find_path(LENTO_SUNDIALS_INCLUDE arkode/arkode_erkstep.h)
    set(found ${LENTO_SUNDIALS_INCLUDE})
    foreach(part arkode cvode ida nvecserial sunmatrixdense sunlinsoldense
                 sunnonlinsolfixedpoint generic)
        find_library(LENTO_SUNDIALS_${part} sundials_${part})
        mark_as_advanced(LENTO_SUNDIALS_${part})
        if(LENTO_SUNDIALS_${part})
            list(APPEND sundials_libraries ${LENTO_SUNDIALS_${part}})
        elseif(NOT part STREQUAL "generic")
            set(found FALSE)
        endif()
    endforeach()
    if(found)
        set(found TRUE)
        target_include_directories(lento_optional SYSTEM INTERFACE ${LENTO_SUNDIALS_INCLUDE})
        target_link_libraries(lento_optional INTERFACE ${sundials_libraries})
    else()
        set(found FALSE)
    endif()
    mark_as_advanced(LENTO_SUNDIALS_INCLUDE)
endif()
lento_optional_result(SUNDIALS ${found})

# LAPACKE over OpenBLAS, or over the reference libraries.
set(found FALSE)
if(NOT LENTO_LAPACK STREQUAL "OFF")
    find_path(LENTO_LAPACKE_INCLUDE lapacke.h PATH_SUFFIXES openblas lapacke)
    find_library(LENTO_LAPACKE_LIBRARY lapacke)
    find_library(LENTO_BLAS_LIBRARY NAMES openblas lapack)
    mark_as_advanced(LENTO_LAPACKE_INCLUDE LENTO_LAPACKE_LIBRARY LENTO_BLAS_LIBRARY)
    if(LENTO_LAPACKE_INCLUDE AND LENTO_LAPACKE_LIBRARY AND LENTO_BLAS_LIBRARY)
        set(found TRUE)
        target_include_directories(lento_optional SYSTEM INTERFACE ${LENTO_LAPACKE_INCLUDE})
        target_link_libraries(lento_optional INTERFACE
            ${LENTO_LAPACKE_LIBRARY} ${LENTO_BLAS_LIBRARY})
    endif()
endif()
lento_optional_result(LAPACK ${found})
