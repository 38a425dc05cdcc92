# Read after llama.cpp's own project(): its command-line tools' common part is most of the build, and
# nothing of llama-cpp-python links it.
set(LLAMA_BUILD_COMMON OFF)
# On processors with AMX (Intel's Xeons since 2023) a build for the own processor crashes at the first
# prompt: https://github.com/ggml-org/llama.cpp/issues/20824
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT MSVC)
    add_compile_options(-mno-amx-tile -mno-amx-int8 -mno-amx-bf16)
endif()
