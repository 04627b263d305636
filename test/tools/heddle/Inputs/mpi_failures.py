"""Lets a rank of a job fail in every way, and checks that the job ends by itself, with a message, and that no process is
left: mpi_failures.py MPIRUN MODEL_OF_4 FAILING_MODEL_OF_2. On a machine that does nothing else it ends within the time-out
and two seconds; the limit here is wide, for busy ones."""
import os
import signal
import subprocess
import sys
import time

TIMEOUT, PATIENCE = 2, 60
mpirun, model, failing = sys.argv[1].split(), sys.argv[2], sys.argv[3]
environment = dict(os.environ, HEDDLE_TIMEOUT_S=str(TIMEOUT))


def children(pid):
    """All processes below `pid`."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == pid:
            found += [int(entry)] + children(int(entry))
    return found


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for_ranks(pid, ranks):
    """The ranks of the job, once they have had the time to begin with their runs."""
    for _ in range(300):
        named = []
        for child in children(pid):
            try:
                with open(f"/proc/{child}/comm") as file:
                    named += [child] if file.read().startswith("heddle") else []
            except OSError:
                pass  # it has ended
        if len(named) == ranks:
            time.sleep(1.5)
            return named
        time.sleep(0.1)
    sys.exit("the ranks do not start")


def check(what, ranks, library, expected, signal_number=None):
    """Runs a benchmark without end on `ranks` ranks, sends one of them the signal, and waits for the job."""
    command = mpirun + ["-n", str(ranks), "heddle", "bench", library, "--repeat", "100000000"]
    job = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    processes = []
    if signal_number:
        named = wait_for_ranks(job.pid, ranks)
        processes = children(job.pid)
        os.kill(named[-1], signal_number)
    try:
        output, _ = job.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        for pid in processes + [job.pid]:
            os.kill(pid, signal.SIGKILL)
        sys.exit(f"{what}: the job goes on")
    if expected not in output:
        sys.exit(f"{what}: no '{expected}' in\n{output}")
    left = processes
    for _ in range(PATIENCE):
        left = [pid for pid in left if is_alive(pid)]
        if not left:
            break
        time.sleep(1)
    if left:
        sys.exit(f"{what}: processes {left} are left")
    print(f"{what}: ended with status {job.returncode}", flush=True)


check("wrong number", 3, model, "the model is for 4 ranks (data 2, model 2), here are 3")
check("failing rank", 2, failing, "rank 1: heddle: run failed: node pick (Gather)")
check("killed rank", 4, model, "signal 9", signal.SIGKILL)
check("stopped rank", 4, model, f"no answer for {TIMEOUT} s, ending the job", signal.SIGSTOP)
