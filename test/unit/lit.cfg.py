# Configuration of the GoogleTest executables: every file of the build's test/unit folder whose name ends in Tests.
import os

import lit.formats

config.name = "heddle-unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = os.path.join(config.heddle_binary_dir, "test", "unit")
config.test_exec_root = config.test_source_root
