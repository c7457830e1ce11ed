"""Several threads, several processes, forks after use, sub-interpreters, notebook kernels."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import fairyring as fr


def play(game: str, seed: int) -> fr.Batch:
    return fr.simulate(game, games=60, seed=seed, workers=2, max_plies=200, progress=False)


def test_threads_may_simulate_at_once() -> None:
    jobs = [(game, seed) for seed in range(3) for game in fr.games()]
    alone = [play(*job) for job in jobs]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda job: play(*job), jobs))
    assert together == alone


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_may_simulate_whatever_the_parent_did_before(method: str, game: str) -> None:
    here = [play(game, seed) for seed in range(2)]
    context = multiprocessing.get_context(method)
    # A function of the package: a new interpreter cannot import this module.
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        waiting = [
            pool.submit(fr.simulate, game, games=60, seed=seed, workers=2, max_plies=200, progress=False)
            for seed in range(2)
        ]
        there = [job.result(timeout=120) for job in waiting]
    assert there == here


def test_a_fork_plays_on_while_the_parent_computes() -> None:
    code = """
import os, threading
import fairyring as fr

def play(seed, games):
    return fr.simulate("chess", games=games, seed=seed, workers=2, progress=False)

expected = play(1, 50)
busy = threading.Thread(target=play, args=(2, 20_000))
busy.start()
child = os.fork()
if child == 0:
    os._exit(0 if play(1, 50) == expected else 1)
_, status = os.waitpid(child, 0)
busy.join()
print(os.waitstatus_to_exitcode(status))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == ("0\n", 0), done.stderr


def test_a_second_interpreter_is_refused_and_the_first_goes_on() -> None:
    code = """
import _xxsubinterpreters as interpreters
import sys
import fairyring as fr
second = interpreters.create()
try:
    interpreters.run_string(second, "import fairyring")
except interpreters.RunFailedError as error:
    print(error)
del sys.modules["fairyring._core"]
import fairyring._core
print(len(fr.simulate("chess", games=5, seed=1, progress=False)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    refusal, games = done.stdout.splitlines()
    assert "ImportError" in refusal
    assert "another interpreter" in refusal
    assert games == "5"


def test_a_notebook_kernel_is_interrupted_and_goes_on() -> None:
    client_of = pytest.importorskip("jupyter_client").manager.start_new_kernel
    pytest.importorskip("ipykernel")
    manager, client = client_of()
    try:
        client.execute("import fairyring as fr")
        # What is printed comes from within: before, Ctrl-C would find Python at work.
        running = client.execute(
            "fr.simulate('chess', games=50_000_000, seed=1, progress=lambda done, all: print(done, flush=True))",
            stop_on_error=False,
        )
        while True:
            message = client.get_iopub_msg(timeout=60)
            if message["parent_header"].get("msg_id") == running and message["msg_type"] == "stream":
                break
        manager.interrupt_kernel()
        answer = client.get_shell_msg(timeout=60)
        while answer["parent_header"].get("msg_id") != running:
            answer = client.get_shell_msg(timeout=60)
        assert answer["content"]["ename"] == "Interrupted"
        again = client.execute_interactive(
            "assert len(fr.simulate('chess', games=10, seed=1, progress=False)) == 10", timeout=60
        )
        assert again["content"]["status"] == "ok"
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
