"""Learns the ranker of lines of adeline-1 from what export.ts wrote: how many values later turns are expected to copy out of a unit.

usage: learn.py FOLDER FOREST
FOLDER is the one that export.ts wrote to. FOREST is where the forest is written that is shipped: learned from every
repository except the development runs. FOLDER gets a forest for each repository that did not learn from it (without-NAME.json),
for measuring. The forests are the same whenever the data, the libraries and the numbers below are.
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor

REPOSITORIES = ["astropy", "django", "matplotlib", "sphinx", "xarray"]
FOREST = dict(max_iter=80, max_leaf_nodes=24, min_samples_leaf=200, l2_regularization=10.0)
RATE, SEED = 0.1, 0
AGED = 2.0  # what an aged reference counts, another one counting 1
POINTS = 8 / np.log(2)  # points in a factor of e
PARTS = 256  # parts of a point that the forest counts in
RARE = 0.002  # a row of a source is strange beyond what so few of its rows are beyond, on each side
ZERO = 150  # points of a unit from which one value is expected to be copied


class Group:
    """The rows of one repository or domain."""

    def __init__(self, folder: Path, name: str, features: list[str], worth_of_aged: float = AGED):
        read = lambda what, kind, width: np.fromfile(folder / f"{name}.{what}", kind).reshape(-1, width)
        self.features = read("features", np.int16, len(features))
        self.cost, development = read("about", np.int32, 2).T
        self.development = development == 1
        self.copies = read("copies", np.int32, 4)
        self.rules = self.features[:, features.index("points")].astype(float)
        row, _, carriers, aged = self.copies.T
        self.wanted = np.zeros(len(self.cost))
        np.add.at(self.wanted, row, np.where(aged == 1, worth_of_aged, 1.0) / carriers)

    def survival(self, points: np.ndarray, rows: np.ndarray) -> str:
        """Share of references of the rows that keep a carrier when half and 70 % of the tokens go, least worth first."""
        order = np.argsort(np.where(rows, points / 8 - np.log2(self.cost), np.inf), kind="stable")
        gone = np.cumsum(self.cost[order]) / self.cost[rows].sum()
        row, reference, _, aged = self.copies[rows[self.copies[:, 0]]].T
        found = []
        for share in (0.5, 0.7):
            kept = np.ones(len(points), bool)
            kept[order[gone <= share]] = False
            alive = np.unique(reference[kept[row]])
            for group in (np.unique(reference), np.unique(reference[aged == 1])):
                found.append(f"{100 * np.isin(group, alive).mean():5.1f}" if len(group) else "    –")
        return "  ".join(found)


def learn(parts: list[tuple[np.ndarray, np.ndarray]]) -> HistGradientBoostingRegressor:
    """A forest from rows and what is wanted of them."""
    forest = HistGradientBoostingRegressor(
        loss="poisson", learning_rate=RATE, early_stopping=False, random_state=SEED, **FOREST
    )
    return forest.fit(np.concatenate([rows for rows, _ in parts]), np.concatenate([wanted for _, wanted in parts]))


def points_of(forest: HistGradientBoostingRegressor, group: Group) -> np.ndarray:
    return np.log(forest.predict(group.features)) * POINTS


def known(groups: list[Group], share: float) -> np.ndarray:
    """What each feature is at that share of the rows, for each source."""
    return np.array([np.quantile(group.features, share, axis=0, method="nearest") for group in groups])


def stored(model: HistGradientBoostingRegressor, zero: int, groups: list[Group]) -> dict:
    """The model that learned from the groups in whole numbers, as compressor/engines/adeline/learned/stored-forest.ts reads it."""
    roots, feature, value, step = [], [], [], []
    for (tree,) in model._predictors:
        nodes = tree.nodes
        order, at = [0], 0
        children = {}
        while at < len(order):
            node = nodes[order[at]]
            if not node["is_leaf"]:
                children[at] = len(order)
                order += [node["left"], node["right"]]
            at += 1
        roots.append(len(feature))
        for at, index in enumerate(order):
            node = nodes[index]
            feature.append(255 if node["is_leaf"] else node["feature_idx"])
            number = node["value"] * POINTS * PARTS if node["is_leaf"] else np.floor(node["num_threshold"])
            value.append(int(np.clip(np.round(number), -32768, 32767)))
            step.append(children[at] - at if at in children else 0)
    base = int(round((float(np.ravel(model._baseline_prediction)[0]) * POINTS + zero) * PARTS))
    low, high = known(groups, RARE).min(axis=0), known(groups, 1 - RARE).max(axis=0)
    tables = {
        name: base64.b64encode(np.asarray(numbers, kind).tobytes()).decode()
        for name, numbers, kind in (
            ("roots", roots, "<i4"),
            ("feature", feature, "u1"),
            ("value", value, "<i2"),
            ("step", step, "<u2"),
            ("low", low, "<i2"),
            ("high", high, "<i2"),
        )
    }
    digest = hashlib.sha256("\n".join([str(base), *tables.values()]).encode()).hexdigest()
    return {"sha256": digest, "base": base, **tables}


def write(path: Path, forest: HistGradientBoostingRegressor, groups: list[Group], zero: int = ZERO) -> None:
    path.write_text(json.dumps(stored(forest, zero, groups), indent=2) + "\n")


def main(folder: Path, shipped: Path) -> None:
    features = json.loads((folder / "features.json").read_text())
    groups = {name: Group(folder, name, features) for name in REPOSITORIES}
    final = learn([(group.features[~group.development], group.wanted[~group.development]) for group in groups.values()])
    write(shipped, final, list(groups.values()))
    print("references that survive, in %: half removed, all and aged; 70 % removed, all and aged")
    for name, group in groups.items():
        every = np.ones(len(group.cost), bool)
        others = [other for key, other in groups.items() if key != name]
        unseen = learn([(other.features, other.wanted) for other in others])
        write(folder / f"without-{name}.json", unseen, others)
        print(f"{name:12} rules                      {group.survival(group.rules, every)}")
        print(f"{'':12} learned, never saw it      {group.survival(points_of(unseen, group), every)}", flush=True)
        print(f"{'':12} rules, development runs    {group.survival(group.rules, group.development)}")
        print(f"{'':12} shipped, development runs  {group.survival(points_of(final, group), group.development)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
