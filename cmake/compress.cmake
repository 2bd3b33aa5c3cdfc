# SPDX-License-Identifier: MIT
# Before a Debian package is closed: man pages and the changelog are compressed, as its policy asks.
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_DIRECTORY}/*/man1/*.1)
file(GLOB_RECURSE changes ${CPACK_TEMPORARY_DIRECTORY}/*/CHANGELOG.md)
foreach(file IN LISTS pages changes)
    if(file MATCHES "CHANGELOG.md$")
        string(REPLACE CHANGELOG.md changelog changelog ${file})
        file(RENAME ${file} ${changelog})
        set(file ${changelog})
    endif()
    execute_process(COMMAND gzip -9n ${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
