# Configuration of the tests that run tools on files. A test is a file whose RUN lines succeed.
import os
import shutil

import lit.formats

config.name = "heddle"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "corpus", "unit", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.heddle_binary_dir, "test")

tools = [os.path.join(config.heddle_binary_dir, "bin"), config.llvm_tools_dir, config.environment["PATH"]]
config.environment["PATH"] = os.pathsep.join(tools)
config.substitutions.append(("%heddle_src", config.heddle_source_dir))
config.substitutions.append(("%heddle_bin", os.path.join(config.heddle_binary_dir, "bin")))

# A GPU: the emulator, with its checks on.
config.substitutions.append(("%cuda", "env LD_LIBRARY_PATH=" + os.path.join(config.heddle_binary_dir, "test", "ptx-emu") +
                             " PTXEMU_CHECK=1"))

# The toolkit's assembler checks PTX where it is installed.
if shutil.which("ptxas"):
    config.available_features.add("ptxas")

# tools/check passes two parameters. `models=FOLDER` has a virtual environment with onnxruntime, and keeps downloaded models;
# `fuzzer=PROGRAM` is the import fuzzer of the preset "fuzz", which runs for a minute.
models = lit_config.params.get("models")
if models:
    config.available_features.add("models")
    config.substitutions.append(("%models_python", os.path.join(models, "venv", "bin", "python")))
    config.substitutions.append(("%models_cache", os.path.join(models, "models")))
fuzzer = lit_config.params.get("fuzzer")
if fuzzer:
    config.available_features.add("fuzzer")
    config.substitutions.append(("%fuzzer", fuzzer))

# Tests of ranks that are processes run where an MPI is installed. The options are Open MPI's: it refuses to run as root and more
# ranks than processors unless told.
if shutil.which("mpirun") and shutil.which("mpicc"):
    config.available_features.add("mpi")
    config.substitutions.append(("%mpirun", "mpirun --allow-run-as-root --oversubscribe"))
