"""Serves the budget app on a port of loopback, given as its argument."""

import sys

from ihatemoney.run import create_app

if __name__ == "__main__":
    create_app().run(host="127.0.0.1", port=int(sys.argv[1]), debug=False, threaded=True)
