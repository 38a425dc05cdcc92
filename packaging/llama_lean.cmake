# Read after llama.cpp's own project(): its command-line tools' common part is most of the build, and
# nothing of llama-cpp-python links it.
set(LLAMA_BUILD_COMMON OFF)
