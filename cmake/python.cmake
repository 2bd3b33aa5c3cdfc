# SPDX-License-Identifier: MIT
# The shared library of the Python package (`make python`): the static library as it is, and the layout that the package
# expects as static assertions. Python is needed to make them from the headers, nothing else.
find_program(LENTO_PYTHON NAMES python3)
if(NOT LENTO_PYTHON OR BUILD_SHARED_LIBS OR LENTO_SANITIZE OR WIN32)
    return()
endif()
set(package ${PROJECT_BINARY_DIR}/python/lento)
file(GLOB package_sources CONFIGURE_DEPENDS python/lento/*.py)
list(FILTER package_sources EXCLUDE REGEX "_layout.py$")
file(GLOB public_headers CONFIGURE_DEPENDS include/lento/*.h)
add_custom_command(OUTPUT ${package}/_layout.py ${PROJECT_BINARY_DIR}/python/layout.c
    COMMAND ${CMAKE_COMMAND} -E make_directory ${package}
    COMMAND ${LENTO_PYTHON} ${PROJECT_SOURCE_DIR}/python/generate.py ${PROJECT_SOURCE_DIR}/include ${package}/_layout.py
            ${PROJECT_BINARY_DIR}/python/layout.c
    DEPENDS python/generate.py ${public_headers})
add_library(lento_python SHARED EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/python/layout.c)
lento_flags(lento_python)
target_link_options(lento_python PRIVATE -s -Wl,-z,relro,-z,now,-z,noexecstack)
target_link_libraries(lento_python PRIVATE -Wl,--whole-archive lento -Wl,--no-whole-archive)
set_target_properties(lento_python PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${package})
file(MAKE_DIRECTORY ${package})
foreach(source IN LISTS package_sources)
    get_filename_component(name ${source} NAME)
    configure_file(${source} ${package}/${name} COPYONLY)
endforeach()
