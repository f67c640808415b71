"""Trains the network of helene-1: learn from the texts of the training articles, check by leaving articles out, calibrate,
quantise, write. Run by ../run.sh; seeds are fixed, so the same data gives the same file on the same machine."""

import base64
import hashlib
import sys
from pathlib import Path

import numpy as np

from documents import read_documents
from network import Adam, Network, matrix_of
from quantise import Quantised
from survival import Batch, loss_and_gradient, survival

WIDTH, HIDDEN, REACH = 16, 16, 4
EPOCHS, BATCH, RATE, DECAY = 3, 24, 0.002, 0.02
# Chances that the network must do without a word, its ending, its beginning.
FORGET = (0.15, 0.07, 0.07)
RATES_LEARNED = (0.3, 0.3, 0.5, 0.5, 0.7, 0.85)
RATES = (0.3, 0.5, 0.7, 0.85)
# How much of the gain counts by the chance of survival, the rest by its logarithm.
DIRECT = 0.9
# Where the cuts at half of the tokens lie, on average, and how far those at 30 % lie above those at 85 %.
MIDDLE, SPREAD = 2048, 512
# How much of the points of the rules is added to what the network says.
RULES = 0.01
FOLDS = 4
# Share of the answers that must stay readable where the engine picks the rate.
CARE = 0.98


def train(documents, rows, seed):
    network = Network(rows + 1, WIDTH, HIDDEN, REACH, seed)
    adam = Adam(network.parameters(), RATE, {"table": DECAY, "weights": DECAY})
    chance = np.random.default_rng(seed)
    steps = EPOCHS * -(-len(documents) // BATCH)
    step = 0
    for _ in range(EPOCHS):
        order = chance.permutation(len(documents))
        for first in range(0, len(documents), BATCH):
            batch = Batch([documents[at] for at in order[first : first + BATCH]], REACH, rows)
            features = batch.features.copy()
            for column, share in enumerate(FORGET):
                features[chance.random(len(features)) < share, column] = rows
            scores = network.forward(matrix_of(features, rows + 1))
            _, gradient = loss_and_gradient(batch, scores, RATES_LEARNED, DIRECT, 0)
            adam.apply(network.backward(gradient), min(1, 1.5 * (steps - step) / steps))
            network.table[rows] = 0
            step += 1
    return network


def judged(network, batch, rows):
    return network.forward(matrix_of(batch.features, rows + 1)) + RULES * batch.rule


def quantised(network, documents, rows):
    """Scores mean nothing by themselves, only cuts do: those of the texts that were learned from set scale and middle."""
    batch = Batch(documents, REACH, rows)
    scores = batch.grouped(judged(network, batch, rows))
    short, half, long = (batch.cut(scores, rate, True).mean() for rate in (0.3, 0.5, 0.85))
    per_unit = SPREAD / (short - long)
    result = Quantised(network, per_unit, int(round(MIDDLE - half * per_unit)), RULES)
    result.features = batch.features.shape[1]
    return result


def fold_of(name):
    return int(hashlib.sha256(name.encode()).digest()[1]) % FOLDS


def say(name, shares):
    print(name.ljust(44), "  ".join(f"{100 * share:5.1f}" for share in shares), flush=True)


def calibrate(batch, points):
    """The highest threshold of points at which enough answers can still be read, what survives, and what it removes."""
    scores = batch.grouped(points.astype(np.float64))
    for threshold in range(3000, 1000, -4):
        gone = batch.free & (scores < threshold)
        lost = np.bincount(batch.pairs_answer, gone[batch.pairs_part], len(batch.answer_question)) > 0
        alive = np.bincount(batch.answer_question, ~lost, len(batch.question_document)) > 0
        readable = alive[~batch.whole].mean()
        if readable >= CARE:
            return threshold, alive[batch.whole].mean(), readable, 1 - (batch.cost * ~gone).sum() / batch.cost.sum()
    raise ValueError("no threshold is careful enough")


def main(folder, target):
    documents, rows = read_documents(folder)
    learned_from = [each for each in documents if each.split.startswith("train")]
    single = [each for each in learned_from if each.split == "train"]
    print("Answers whole and readable, in percent, at".ljust(44), "         ".join(f"{100 * rate:5.0f}" for rate in RATES))

    left_out, points = [], []
    for fold in range(FOLDS):
        network = train([each for each in learned_from if fold_of(each.name) != fold], rows, fold)
        members = [each for each in single if fold_of(each.name) == fold]
        batch = Batch(members, REACH, rows)
        say(f"articles left out, part {fold + 1}, floats", survival(batch, judged(network, batch, rows), RATES))
        left_out += members
        points.append(quantised(network, [each for each in single if fold_of(each.name) != fold], rows).points(batch.features, batch.rule, rows))
    batch = Batch(left_out, REACH, rows)
    points = np.concatenate(points).astype(np.float64)
    say("articles left out, all, quantised", survival(batch, (points - MIDDLE) / 64, RATES))
    threshold, whole, readable, removed = calibrate(batch, points)
    print(f"dispensable below {threshold} points: {100 * removed:.1f} % of the tokens go")
    say("of the answers stay whole, and readable", (whole, readable))

    final = quantised(train(learned_from, rows, 0), single, rows)
    final.dispensable = threshold
    artefact = final.artefact()
    digest = hashlib.sha256(artefact).hexdigest()
    Path(target).write_text(
        "// The weights of helene-1, written by training/helene/train.py; never by hand.\n\n"
        f"/** Base64; SHA-256 of the bytes: {digest}. */\n"
        f"export const artefact =\n  '{base64.b64encode(artefact).decode()}'\n"
    )
    print(f"{len(artefact)} bytes, SHA-256 {digest}")


if __name__ == "__main__":
    main(*sys.argv[1:])
