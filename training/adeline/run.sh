#!/bin/sh
# Trains the rankers of adeline-1: what the engine reads of every text, then the forests of lines and of JSON, each in its
# place in the engine's folder. Run: training/adeline/run.sh DATA FOLDER, with the Python of training/requirements.txt on the
# PATH. FOLDER takes what is made on the way, and one forest for each repository and domain that did not learn from it, for
# npm run eval:quality -- DATA --models FOLDER and npm run eval:kinds -- DATA --leave-out FOLDER. Two minutes, one processor.
set -eu
cd "$(dirname "$0")/../.."
data="${1:?Give the folder of the data.}"
folder="${2:?Give a folder to write to.}"
for name in swe-bench-runs customer-service schema-guided-train; do
  if [ ! -f "$data/transcripts/$name.jsonl.gz" ]; then
    echo "$data lacks transcripts/$name.jsonl.gz: recorded runs of an agent, one JSON object per line with id and messages. Nothing was trained." >&2
    exit 1
  fi
done
node_modules/.bin/node training/adeline/export.ts "$data" "$folder"
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 training/adeline/learn.py "$folder" compressor/engines/adeline/learned/forest.json
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 training/adeline/learn_leaves.py "$folder/leaves" compressor/engines/adeline/learned/leaves.json
echo "A new forest is a new version: name it in compressor/engines/adeline/editions.ts, and write its golden corpus: npm run golden -- adeline-1."
