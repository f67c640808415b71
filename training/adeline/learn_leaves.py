"""Learns the ranker of JSON of adeline-1 from what export.ts wrote: how many values later turns are expected to copy out of a leaf.

usage: learn_leaves.py FOLDER FOREST
FOLDER is the folder `leaves` that export.ts wrote to. FOREST is where the forest is written that is shipped. FOLDER gets a
forest for each domain that never saw it (without-NAME.json), for measuring.
"""

import json
import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

from learn import Group, points_of, write

DOMAINS = ["airline", "retail", "dialogues"]
FOREST = dict(max_iter=80, max_leaf_nodes=16, min_samples_leaf=100, l2_regularization=10.0)
RATE, SEED = 0.1, 0
AGED = 1.0  # what an aged reference counts, another one counting 1
WEIGHT = 1e5  # of all rows of a domain together
ZERO = 162  # points of a leaf from which one value is expected: a budget cuts about as deep as by the rules


def learn(groups: list[Group], features: list[str]) -> HistGradientBoostingRegressor:
    """A forest in which each domain counts alike, and that never takes from what the rules add."""
    forest = HistGradientBoostingRegressor(
        loss="poisson",
        learning_rate=RATE,
        early_stopping=False,
        random_state=SEED,
        monotonic_cst=[int(name == "points") for name in features],
        **FOREST,
    )
    weights = [np.full(len(group.cost), WEIGHT / len(group.cost)) for group in groups]
    rows, wanted = [group.features for group in groups], [group.wanted for group in groups]
    return forest.fit(np.concatenate(rows), np.concatenate(wanted), sample_weight=np.concatenate(weights))


def main(folder: Path, shipped: Path) -> None:
    features = json.loads((folder / "features.json").read_text())
    groups = {name: Group(folder, name, features, AGED) for name in DOMAINS}
    write(shipped, learn(list(groups.values()), features), list(groups.values()), ZERO)
    print("references that survive, in %: half removed, all and aged; 70 % removed, all and aged")
    for name, group in groups.items():
        every = np.ones(len(group.cost), bool)
        others = [other for key, other in groups.items() if key != name]
        unseen = learn(others, features)
        write(folder / f"without-{name}.json", unseen, others, ZERO)
        learned = points_of(unseen, group)
        print(f"{name:12} rules                      {group.survival(group.rules, every)}")
        print(f"{'':12} mean, never saw it         {group.survival((group.rules + learned) / 2, every)}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
