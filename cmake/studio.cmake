# SPDX-License-Identifier: MIT
# The studio: the C engine compiled to WebAssembly, the page bundled around it, one file
# studio/lento-studio.html in the build directory, and the same bytes inside the command `lento`.
#
# AUTO builds the page when the tools are there (and can be fetched), ON insists, OFF leaves it out. Without
# the page everything else still builds, and `lento studio` says what was missing.
set(LENTO_STUDIO AUTO CACHE STRING "The studio's page: AUTO (when its tools are found), ON, OFF")
set_property(CACHE LENTO_STUDIO PROPERTY STRINGS AUTO ON OFF)

find_program(LENTO_WASM_CLANG NAMES clang-14 clang)
find_program(LENTO_WASM_LD NAMES wasm-ld-14 wasm-ld)
find_path(LENTO_WASI_INCLUDE wasi/api.h PATHS /usr/include/wasm32-wasi NO_DEFAULT_PATH)
find_program(LENTO_NODE node)
find_program(LENTO_NPM npm)
find_path(LENTO_MICROHTTPD_INCLUDE microhttpd.h)
find_library(LENTO_MICROHTTPD_LIBRARY microhttpd)
mark_as_advanced(LENTO_WASM_CLANG LENTO_WASM_LD LENTO_WASI_INCLUDE LENTO_NODE LENTO_NPM
    LENTO_MICROHTTPD_INCLUDE LENTO_MICROHTTPD_LIBRARY)

set(studio_out ${PROJECT_BINARY_DIR}/studio)
file(MAKE_DIRECTORY ${studio_out}/objects)

# ---- what is missing ----
set(studio_missing)
foreach(tool clang:WASM_CLANG wasm-ld:WASM_LD wasi-libc:WASI_INCLUDE node:NODE npm:NPM)
    string(REPLACE ":" ";" tool ${tool})
    list(GET tool 0 name)
    list(GET tool 1 variable)
    if(NOT LENTO_${variable})
        list(APPEND studio_missing ${name})
    endif()
endforeach()
if(LENTO_STUDIO STREQUAL "OFF")
    set(studio_missing "LENTO_STUDIO=ON was")
elseif(studio_missing AND LENTO_STUDIO STREQUAL "ON")
    message(FATAL_ERROR "LENTO_STUDIO=ON, but missing: ${studio_missing}")
elseif(LENTO_SANITIZE AND LENTO_STUDIO STREQUAL "AUTO")
    set(studio_missing "LENTO_STUDIO=ON was")
endif()
string(REPLACE ";" ", " studio_missing "${studio_missing}")

if(studio_missing)
    message(STATUS "studio: page left out (${studio_missing} missing)")
    set(studio_page ${studio_out}/studio_page_missing.c)
    file(CONFIGURE OUTPUT ${studio_page} CONTENT "#include \"studio_page.h\"
const char *const studio_page_missing = \"@studio_missing@\";
const size_t studio_page_size = 0;
const unsigned char studio_page[] = {0};
" @ONLY)
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
            COMMAND ${LENTO_WASM_CLANG} --target=wasm32-wasi -std=c17 -O2 -msimd128 -ffp-contract=off
                -Wall -Wextra -I${PROJECT_SOURCE_DIR}/include -I${PROJECT_SOURCE_DIR}/src
                -MD -MF ${object}.d -c ${source} -o ${object})
        list(APPEND wasm_objects ${object})
    endforeach()
    add_custom_command(OUTPUT ${studio_out}/engine.wasm DEPENDS ${wasm_objects} VERBATIM
        COMMAND ${LENTO_WASM_CLANG} --target=wasm32-wasi -mexec-model=reactor ${wasm_objects} -lm
            -Wl,--strip-all -Wl,-z,stack-size=1048576 -Wl,--stack-first -o ${studio_out}/engine.wasm)

    # ---- the page ----
    file(GLOB studio_sources CONFIGURE_DEPENDS studio/src/* studio/build.mjs studio/package*.json)
    set(studio_page ${studio_out}/studio_page.c)
    add_custom_command(OUTPUT ${studio_page} BYPRODUCTS ${studio_out}/lento-studio.html
        DEPENDS ${studio_out}/engine.wasm ${studio_sources} cmake/studio_page.cmake VERBATIM
        COMMENT "Bundling the studio"
        COMMAND ${CMAKE_COMMAND} -DSOURCE=${PROJECT_SOURCE_DIR}/studio -DOUT=${studio_out}
            -DNODE=${LENTO_NODE} -DNPM=${LENTO_NPM} -DINSIST=${LENTO_STUDIO}
            -P ${PROJECT_SOURCE_DIR}/cmake/studio_page.cmake)
    add_custom_target(studio DEPENDS ${studio_page})
    install(FILES ${studio_out}/lento-studio.html TYPE DATA OPTIONAL)
endif()

# ---- inside the command ----
if(TARGET lento_cli)
    target_sources(lento_cli PRIVATE ${studio_page})
    if(LENTO_MICROHTTPD_INCLUDE AND LENTO_MICROHTTPD_LIBRARY)
        target_include_directories(lento_cli SYSTEM PRIVATE ${LENTO_MICROHTTPD_INCLUDE})
        target_link_libraries(lento_cli PRIVATE ${LENTO_MICROHTTPD_LIBRARY})
        set_property(SOURCE cli/studio.c APPEND PROPERTY COMPILE_DEFINITIONS LENTO_HAVE_MICROHTTPD)
    endif()
endif()
