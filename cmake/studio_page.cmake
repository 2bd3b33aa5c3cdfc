# SPDX-License-Identifier: MIT
# Fetches the page's libraries (once per package-lock.json, into the build directory) and bundles the page.
# SOURCE: studio/, OUT: where engine.wasm lies, NODE, NPM: the tools, LIBC: the licence of the C library, INSIST: ON if failing must be an error.
set(why "")
file(SHA256 ${SOURCE}/package-lock.json wanted)
set(have "")
if(EXISTS ${OUT}/node_modules/.lento)
    file(READ ${OUT}/node_modules/.lento have)
endif()
if(NOT have STREQUAL wanted AND DEFINED ENV{LENTO_OFFLINE})
    set(why "its packages had not been fetched, and nothing was to be fetched")
elseif(NOT have STREQUAL wanted)
    file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json DESTINATION ${OUT})
    foreach(try RANGE 1 3) # downloads may break
        execute_process(COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error
            WORKING_DIRECTORY ${OUT} RESULT_VARIABLE failed)
        if(NOT failed)
            break()
        endif()
    endforeach()
    if(failed)
        set(why "npm could not fetch its packages")
    else()
        file(WRITE ${OUT}/node_modules/.lento ${wanted})
    endif()
endif()
if(NOT why)
    execute_process(COMMAND ${NODE} ${SOURCE}/build.mjs ${OUT} ${OUT}/node_modules ${LIBC}
        RESULT_VARIABLE failed)
    if(failed)
        message(FATAL_ERROR "studio: the page could not be bundled")
    endif()
    return()
endif()
if(INSIST STREQUAL "ON")
    message(FATAL_ERROR "studio: npm ci failed")
endif()

# Without the packages the rest is still built; the old date makes the next build try again.
message(WARNING "studio: ${why}, so `lento` is built without the page")
file(WRITE ${OUT}/studio_page.c "#include \"command/studio_page.h\"
const char *const studio_page_missing = \"${why}\";
const size_t studio_page_size = 0;
const unsigned char studio_page[] = {0};
const unsigned char studio_licences[] = {0};
")
execute_process(COMMAND touch -t 200001010000 ${OUT}/studio_page.c)
