"""Reads what export.ts wrote: features, token costs and groups of every part, and what each question needed."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

# What the rules add to every score, so that none is negative.
RULES_OFFSET = 1000
RANKED, PINNED, CONTENT, PRIMARY, ARTICLE = 1, 2, 4, 8, 16


@dataclass
class Document:
    split: str
    name: str
    tokens: int
    features: np.ndarray
    cost: np.ndarray
    head: np.ndarray
    share: np.ndarray
    free: np.ndarray
    rule: np.ndarray
    row: np.ndarray
    bridge: np.ndarray
    answers: list
    evidence: list


def _shares(group, flags):
    """Each group's score is the mean of its content words: heads, and how much each part gives to its head's score."""
    count = len(group)
    head = np.where(group >= 0, group, np.arange(count))
    gives = np.where(group >= 0, (flags & CONTENT) > 0, True).astype(np.float32)
    members = np.bincount(head, gives, count)
    gives[(members[head] == 0) & (np.arange(count) == head)] = 1
    members = np.bincount(head, gives, count)
    return head, gives / np.maximum(members[head], 1)


def _rows(group, flags):
    """Content words next to each other, by the index of the first; little words between two content words."""
    count = len(group)
    content, primary = (flags & CONTENT) > 0, (flags & PRIMARY) > 0
    alone = content & (group < 0)
    begins = alone & ~np.append(False, alone[:-1])
    first = np.maximum.accumulate(np.where(begins, np.arange(count), 0))
    row = np.where(alone, first, np.arange(count))
    inner = primary & ~content & (group < 0)
    bridge = inner & np.append(False, content[:-1]) & np.append(content[1:], False)
    return row, bridge


def read_documents(folder):
    about = json.loads((Path(folder) / "documents.json").read_text())
    features = np.fromfile(Path(folder) / "features.bin", np.uint16).reshape(-1, about["featureCount"])
    columns = np.fromfile(Path(folder) / "columns.bin", np.int32).reshape(-1, 4)
    documents, first = [], 0
    for each in about["documents"]:
        rows = slice(first, first + each["parts"])
        first += each["parts"]
        cost, group, flags, rule = columns[rows].T
        head, share = _shares(group, flags)
        free = ((flags & PINNED) == 0) & (((flags & RANKED) > 0) | (group >= 0))
        # Asked twice: for the whole answer, and for what can be read of it, articles aside.
        answers = [
            [sorted({int(head[at]) for at in answer if needed[at]}) for answer in question["answers"]]
            for needed in (free, free & ((flags & ARTICLE) == 0))
            for question in each["questions"]
        ]
        evidence = 2 * [sorted({int(head[at]) for at in question["evidence"] if free[at]}) for question in each["questions"]]
        documents.append(
            Document(each["split"], each["name"], each["tokens"], features[rows], cost.astype(np.float32), head, share, free, rule.astype(np.float32) - RULES_OFFSET, *_rows(group, flags), answers, evidence)
        )
    return documents, about["tableRows"]
