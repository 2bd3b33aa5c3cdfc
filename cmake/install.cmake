# SPDX-License-Identifier: MIT
# Installation: library, headers, command, and what find_package(lento) and pkg-config need.
include(CMakePackageConfigHelpers)

install(TARGETS lento EXPORT lento-targets)
install(DIRECTORY include/lento TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/licenses/lento)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET lento_cli)
    install(TARGETS lento_cli)
    install(FILES docs/lento.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES docs/completions/lento.bash RENAME lento DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES docs/completions/_lento DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES docs/completions/lento.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
    install(FILES README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
    install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN completions EXCLUDE)
    install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.c" PATTERN "*.ode")
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lento)
install(EXPORT lento-targets NAMESPACE lento:: DESTINATION ${package_dir})
configure_package_config_file(cmake/lento-config.cmake.in
    ${PROJECT_BINARY_DIR}/lento-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lento-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lento-config.cmake
    ${PROJECT_BINARY_DIR}/lento-config-version.cmake DESTINATION ${package_dir})

# Users of the static library must link libm themselves, so it is a public part there.
set(pc_libs_public "-L\${libdir} -llento")
set(pc_libs_private "-lm")
if(NOT BUILD_SHARED_LIBS)
    set(pc_libs_public "${pc_libs_public} -lm")
    set(pc_libs_private "")
endif()
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
    OUTPUT_VARIABLE pc_libdir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${pc_libdir}/pkgconfig
    OUTPUT_VARIABLE pc_up)
configure_file(cmake/lento.pc.in ${PROJECT_BINARY_DIR}/lento.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/lento.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- a Debian package (scripts/package deb, which also finds out what the command and its modules need) ----
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Lento authors <lento@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "slow motion of fast systems, with an error bar")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Lento integrates ordinary differential equations with fast oscillations:
equations as text and a tolerance in, the slow motion with an error bar out.
This package has the command, the C library with its headers, the page of the
studio, docs and examples.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/compress.cmake)
include(CPack)
