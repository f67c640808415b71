"""What each source of labels gives, alone and together, on texts that nothing learned from: articles left out in turn, and the
other sources' texts for testing, each with the source itself learned from and without. Writes no weights. Run:
python3 training/helene/labels.py FOLDER [SOURCES,...], with the FOLDER that export.ts wrote; without SOURCES for all in turn."""

import sys
from pathlib import Path

import numpy as np

from documents import read_documents
from network import matrix_of
from survival import Batch, survived
from train import FOLDS, REACH, RULES, fold_of, train

SOURCES = ("articles", "dialogues", "service", "meetings")
RATES = (0.3, 0.5, 0.7)
TOGETHER = (
    ("articles",),
    *((other,) for other in SOURCES[1:]),
    *(("articles", other) for other in SOURCES[1:]),
    *(tuple(other for other in SOURCES[1:] if other != without) for without in SOURCES[1:]),
    SOURCES[1:],
    SOURCES,
)
DRAWS = 1000


def outcomes(network, batch, rows):
    """Of each question, for each rate: whether an answer is whole, and that times the share of its evidence that stays."""
    raw = network.forward(matrix_of(batch.features, rows + 1)) + RULES * batch.rule
    columns = []
    for rate in RATES:
        whole, bound = survived(batch, raw, rate)
        columns += [whole, bound]
    return np.stack(columns, 1)


def measured(names, texts, rows):
    """Of every source: the names and outcomes of questions about texts that nothing learned from."""
    extra = [each for name in names if name != "articles" for each in texts[name] if each.split.startswith("train")]
    articles = [each for each in texts["articles"] if each.split.startswith("train")] if "articles" in names else []
    tests = {name: [each for each in texts[name] if each.split == "test"] for name in SOURCES[1:]}
    found, left_out = {name: [] for name in tests}, []
    network = None
    for fold in range(FOLDS):
        if network is None or articles:
            network = train([each for each in articles if fold_of(each.name) != fold] + extra, rows, fold)
            for name, documents in tests.items():
                found[name].append(outcomes(network, Batch(documents, REACH, rows), rows))
        members = [each for each in texts["articles"] if each.split == "train" and fold_of(each.name) == fold]
        batch = Batch(members, REACH, rows)
        left_out.append((names_of(members, batch), outcomes(network, batch, rows)))
    result = {"articles": (np.concatenate([each[0] for each in left_out]), np.concatenate([each[1] for each in left_out]))}
    for name, documents in tests.items():
        result[name] = (names_of(documents, Batch(documents, REACH, rows)), np.mean(found[name], 0))
    return result


def names_of(documents, batch):
    return np.array([documents[at].name for at in batch.question_document[batch.whole]])


def interval(names, values):
    """Bounds that hold for 95 of 100 draws of documents."""
    _, of = np.unique(names, return_inverse=True)
    count = of.max() + 1
    sums = np.stack([np.bincount(of, column, count) for column in values.T], 1)
    sizes = np.bincount(of, minlength=count)
    chance = np.random.default_rng(0)
    drawn = [chance.integers(0, count, count) for _ in range(DRAWS)]
    return np.percentile([sums[some].sum(0) / sizes[some].sum() for some in drawn], [2.5, 97.5], 0)


def main(folder, only=None):
    texts, rows = {}, 0
    for name in SOURCES:
        texts[name], rows = read_documents(Path(folder) / name)
    print("Percent whole / bound at", ", ".join(f"{100 * rate:.0f} %" for rate in RATES), "of the tokens; then the difference to articles alone")
    base = None
    for names in TOGETHER if only is None else (("articles",), tuple(only.split(","))):
        found = measured(names, texts, rows)
        base = base or found
        print("\nlearned from " + ", ".join(names))
        for source, (documents, values) in found.items():
            change = values - base[source][1]
            low, high = interval(documents, change)
            shown = [
                f"{100 * values[:, at].mean():5.1f} / {100 * values[:, at + 1].mean():4.1f}  {100 * change[:, at].mean():+5.1f} [{100 * low[at]:+5.1f}, {100 * high[at]:+5.1f}]"
                for at in range(0, 2 * len(RATES), 2)
            ]
            print("  " + source.ljust(10), "   ".join(shown), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
