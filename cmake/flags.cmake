# SPDX-License-Identifier: MIT
# Compiler flags. Numbers must not depend on the compiler: no contraction of a*b+c, no fast-math.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()

function(lento_flags target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE -ffp-contract=off)
    if(PROJECT_IS_TOP_LEVEL)
        target_compile_options(${target} PRIVATE
            -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wmissing-prototypes)
    endif()
    if(WIN32)
        # printf as C says; its own macros of math.h convert; one file that needs no other
        target_compile_definitions(${target} PRIVATE __USE_MINGW_ANSI_STDIO=1)
        target_compile_options(${target} PRIVATE -Wno-float-conversion)
        target_link_options(${target} PRIVATE -static)
    endif()
    if(LENTO_SANITIZE)
        set(sanitizers -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all)
        target_compile_options(${target} PRIVATE ${sanitizers} -fno-omit-frame-pointer)
        target_link_options(${target} PUBLIC ${sanitizers})
    endif()
    lento_harden(${target})
endfunction()

# The usual hardening, of the libraries too. Shadow stacks (CET) are asked for at the link: the startup files of some
# distributions do not announce them. glibc's own checks need optimisation. Paths of the sources and the folder of
# the build are not written into the binaries.
function(lento_harden target)
    target_compile_options(${target} PRIVATE
        $<$<NOT:$<PLATFORM_ID:Windows>>:-fstack-protector-strong> # there it would ask for a library more
        -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
    if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
        target_compile_options(${target} PRIVATE -fstack-clash-protection)
        target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now,-z,noexecstack)
        if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
            target_compile_options(${target} PRIVATE -fcf-protection=full)
            target_link_options(${target} PRIVATE -Wl,-z,shstk)
        elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
            target_compile_options(${target} PRIVATE -mbranch-protection=standard)
        endif()
        if(NOT LENTO_SANITIZE)
            target_compile_options(${target} PRIVATE
                $<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=3>)
        endif()
    endif()
endfunction()

# lento_for_system(SOURCES FOLDER): on Windows a file of FOLDER takes the place of the one with the same name
function(lento_for_system sources folder)
    if(WIN32)
        file(GLOB own CONFIGURE_DEPENDS ${folder}/*.c)
        foreach(source IN LISTS own)
            get_filename_component(name ${source} NAME)
            list(FILTER ${sources} EXCLUDE REGEX "/${name}$")
        endforeach()
        set(${sources} ${${sources}} ${own} PARENT_SCOPE)
    endif()
endfunction()
