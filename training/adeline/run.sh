#!/bin/sh
# Trains the ranker of adeline-1 anew: what the engine reads of every text, then the forest, then its place in the engine's
# folder. Run: training/adeline/run.sh DATA FOLDER, with the Python of training/requirements.txt on the PATH. FOLDER takes what
# is made on the way, and a forest without each repository, for npm run bench:quality -- DATA --models FOLDER. Two minutes, one processor.
set -eu
cd "$(dirname "$0")/../.."
data="${1:?Give the folder of the data.}"
folder="${2:?Give a folder to write to.}"
if [ ! -f "$data/transcripts/swe-bench-runs.jsonl.gz" ]; then
  echo "$data lacks transcripts/swe-bench-runs.jsonl.gz: recorded runs of a coding agent, one JSON object per line with id and messages (MIT). Nothing was trained." >&2
  exit 1
fi
node_modules/.bin/node training/adeline/export.ts "$data" "$folder"
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 training/adeline/learn.py "$folder" compressor/engines/adeline/rank/forest.json
echo "A new forest is a new version: name it in compressor/engines/adeline/editions.ts, and write its golden corpus."
