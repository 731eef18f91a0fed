"""Ends the processes that a tool has started, and those that they have started."""

import os
import pathlib
import signal
import sys


def descendants(pid: int) -> list[int]:
    try:
        tasks = list(pathlib.Path(f"/proc/{pid}/task").iterdir())
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        # The process has ended.
        return []
    return [found for child in children for found in (child, *descendants(child))]


def end_descendants() -> None:
    for pid in descendants(os.getpid()):
        try:
            os.kill(pid, signal.SIGTERM)
        except ProcessLookupError:
            pass


def end_descendants_on_signals() -> None:
    """A terminal interrupts all processes at once; `kill`, `timeout` and a canceled CI job end only the first."""

    def end(number: int, _frame: object) -> None:
        end_descendants()
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGHUP, end)
