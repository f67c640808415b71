#!/bin/sh
# Trains helene-1: what the engine reads of every text, then the network, then the artefact in the engine's folder.
# Run: training/helene/run.sh DATA, with the Python of training/requirements.txt on the PATH. Some minutes, one processor.
set -eu
cd "$(dirname "$0")/../.."
data="${1:?Give the folder of the data.}"
if [ ! -f "$data/qa/squad.json.gz" ]; then
  echo "$data lacks qa/squad.json.gz: the SQuAD 1.1 development set as it is published, gzipped (CC BY-SA 4.0). Nothing was trained." >&2
  exit 1
fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
node_modules/.bin/node training/helene/export.ts "$data" "$work" articles
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 training/helene/train.py "$work/articles" compressor/engines/helene/learned/artefact.ts
echo "New weights are a new version: name it and its digest in compressor/engines/helene/engine.ts, and write its golden corpus: npm run golden -- helene-1."
