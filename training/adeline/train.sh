#!/bin/sh
# Exports, learns, and puts the forest where the engine reads it: training/adeline/train.sh DATA FOLDER
set -eu
here=$(dirname "$0")
root=$here/../..
"$root/node_modules/.bin/node" "$here/export.ts" "$1" "$2"
OMP_NUM_THREADS=1 "${PYTHON:-python3}" "$here/learn.py" "$2" "$root/compressor/engines/adeline/rank/forest.json"
