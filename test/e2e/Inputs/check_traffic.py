"""Reads the emulator's counts (PTXEMU_STATS) of one launch: no bank conflicts in shared memory, and every 32-byte sector that moves between
the GPU and its memory is used whole."""
import json
import sys

(launch,) = map(json.loads, open(sys.argv[1], encoding="utf-8"))
conflicts = launch["shared_bank_conflicts"]
if conflicts:
    sys.exit(f"{conflicts} bank conflicts")
for way in ("load", "store"):
    moved, used = 32 * launch[f"global_{way}_sectors"], launch[f"global_{way}_bytes"]
    if moved > used:  # less where threads ask for the same
        sys.exit(f"{moved} bytes move for the {used} that a {way} asks for")
if launch["shared_requests"] == 0 or launch["global_load_requests"] == 0:
    sys.exit("nothing was counted")
