"""What the lints share: the repository's own files, and how a fault is told."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def files(*suffixes, root=ROOT):
    """Paths from the root of all files that git knows or would add, ending in one of `suffixes`. In a tree without
    git (a source archive) every file outside build folders counts."""
    try:
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], check=True,
                                capture_output=True, text=True).stdout.splitlines()
    except (OSError, subprocess.CalledProcessError):
        listed = [os.path.relpath(os.path.join(folder, name), root) for folder, _, names in os.walk(root) for name in names
                  if not os.path.relpath(folder, root).startswith("build")]
    return sorted(path for path in listed if path.endswith(suffixes) and os.path.isfile(os.path.join(root, path)))


def text(path, root=ROOT):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def report(name, checked, faults):
    """Prints every fault on a line of its own; returns the exit status."""
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{name}: {len(faults)} faults in {checked}")
    return 1 if faults else 0
