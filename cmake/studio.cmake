# SPDX-License-Identifier: MIT
# The studio: the C engine compiled to WebAssembly, the page bundled around it, one file
# studio/lento-studio.html in the build directory, and the same bytes inside the command `lento`.
#
# AUTO builds the page when the tools are there (and can be fetched), ON insists, OFF leaves it out. Without
# the page everything else still builds, and `lento studio` says what was missing. With LENTO_OFFLINE in the environment
# (make install) only a page that has been built before is taken. A source archive (scripts/package source) brings the
# page in studio/page and needs none of the tools; remove that folder to build it yourself.
set(LENTO_STUDIO AUTO CACHE STRING "The studio's page: AUTO (when its tools are found), ON, OFF")
set_property(CACHE LENTO_STUDIO PROPERTY STRINGS AUTO ON OFF)

# looked for anew at every configuration, as in optional.cmake
find_program(studio_clang NAMES clang-14 clang NO_CACHE)
find_program(studio_ld NAMES wasm-ld-14 wasm-ld NO_CACHE)
find_path(studio_wasi wasi/api.h PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH NO_CACHE)
find_file(studio_libc copyright PATHS /usr/share/doc/wasi-libc NO_DEFAULT_PATH NO_CACHE)
if(NOT studio_libc)
    set(studio_libc "")
endif()
find_program(studio_node node NO_CACHE)
find_program(studio_npm npm NO_CACHE)

set(studio_out ${PROJECT_BINARY_DIR}/studio)
set(studio_brought ${PROJECT_SOURCE_DIR}/studio/page)
file(MAKE_DIRECTORY ${studio_out}/objects)

# ---- what is missing: Debian's package for each tool ----
set(studio_missing)
foreach(tool clang:clang-14 ld:lld-14 wasi:wasi-libc node:nodejs npm:npm)
    string(REPLACE ":" ";" tool ${tool})
    list(GET tool 0 variable)
    list(GET tool 1 package)
    if(NOT studio_${variable})
        list(APPEND studio_missing ${package})
    endif()
endforeach()
string(REPLACE ";" ", " studio_missing "${studio_missing}")
if(EXISTS ${studio_brought}/studio_page.c)
    set(studio_missing "")
endif()
if(studio_missing)
    set(studio_missing "missing Debian packages: ${studio_missing}")
    if(LENTO_STUDIO STREQUAL "ON")
        message(FATAL_ERROR "LENTO_STUDIO=ON, ${studio_missing}")
    endif()
endif()
if(NOT studio_missing AND DEFINED ENV{LENTO_OFFLINE} AND NOT EXISTS ${studio_out}/lento-studio.html
   AND NOT EXISTS ${studio_brought}/studio_page.c)
    set(studio_missing "it had not been built ('make build' builds it) and nothing was to be fetched")
endif()
if(LENTO_STUDIO STREQUAL "OFF" OR (LENTO_SANITIZE AND LENTO_STUDIO STREQUAL "AUTO"))
    set(studio_missing "it needs LENTO_STUDIO=ON")
elseif(studio_missing)
    lento_leave_out("the studio's page, ${studio_missing}")
endif()

if(studio_missing)
    set(studio_page ${studio_out}/studio_page_missing.c)
    file(CONFIGURE OUTPUT ${studio_page} CONTENT "#include \"command/studio_page.h\"
const char *const studio_page_missing = \"@studio_missing@\";
const size_t studio_page_size = 0;
const unsigned char studio_page[] = {0};
const unsigned char studio_licences[] = {0};
" @ONLY)
elseif(EXISTS ${studio_brought}/studio_page.c)
    set(studio_page ${studio_brought}/studio_page.c)
    file(COPY ${studio_brought}/lento-studio.html DESTINATION ${studio_out})
    install(FILES ${studio_brought}/lento-studio.html DESTINATION ${CMAKE_INSTALL_DATADIR}/lento)
    install(DIRECTORY ${studio_brought}/licences/ DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/lento)
else()
    # ---- the engine: core and flat exports, one object each ----
    file(GLOB studio_engine CONFIGURE_DEPENDS studio/wasm/*.c)
    set(wasm_objects)
    foreach(source IN LISTS core studio_engine)
        cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
        file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${source})
        string(REPLACE "/" "_" name ${name})
        set(object ${studio_out}/objects/${name}.o)
        add_custom_command(OUTPUT ${object} DEPENDS ${source} DEPFILE ${object}.d VERBATIM
            COMMAND ${CMAKE_C_COMPILER_LAUNCHER} ${studio_clang} --target=wasm32-wasi -std=c17 -O2 -msimd128 -ffp-contract=off
                -Wall -Wextra -Wno-unused-parameter -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src
                -MD -MF ${object}.d -c ${source} -o ${object})
        list(APPEND wasm_objects ${object})
    endforeach()
    add_custom_command(OUTPUT ${studio_out}/engine.wasm DEPENDS ${wasm_objects} VERBATIM
        COMMAND ${studio_clang} --target=wasm32-wasi -mexec-model=reactor ${wasm_objects} -lm
            -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--stack-first -o ${studio_out}/engine.wasm)

    # ---- the page ----
    file(GLOB_RECURSE studio_sources CONFIGURE_DEPENDS studio/src/* examples/*.ode)
    list(APPEND studio_sources studio/build.mjs studio/package.json studio/package-lock.json)
    set(studio_page ${studio_out}/studio_page.c)
    add_custom_command(OUTPUT ${studio_page} BYPRODUCTS ${studio_out}/lento-studio.html
        DEPENDS ${studio_out}/engine.wasm ${studio_sources} cmake/studio_page.cmake VERBATIM
        COMMENT "Bundling the studio"
        COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/studio -DOUT=${studio_out}
            -DLIBC=${studio_libc} -DNODE=${studio_node} -DNPM=${studio_npm} -DINSIST=${LENTO_STUDIO}
            -P ${PROJECT_SOURCE_DIR}/cmake/studio_page.cmake)
    add_custom_target(studio DEPENDS ${studio_page})
    install(FILES ${studio_out}/lento-studio.html DESTINATION ${CMAKE_INSTALL_DATADIR}/lento OPTIONAL)
    install(DIRECTORY ${studio_out}/licences/ DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/lento OPTIONAL)
endif()

# ---- inside the command, with the licences ----
if(TARGET lento_cli)
    target_sources(lento_cli PRIVATE ${studio_page})
endif()
