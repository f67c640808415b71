# An AWS account on this machine: moto's server on a free port of the loopback. Ends when its standard input does.

import os
import sys
import threading

from moto.server import main


def end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=end_with_parent, daemon=True).start()
main(["-H", "127.0.0.1", "-p", "0"])
