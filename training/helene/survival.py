"""What is learned: answers that survive when every text is cut to the same share of its tokens. The cut is a soft one, so that
its gradient says who takes whose place."""

import numpy as np


ROW, BRIDGE = 0.8, 0.6


def sigmoid(x):
    return 1 / (1 + np.exp(-np.clip(x, -30, 30)))


class Batch:
    """Documents one after the other, with everything that the loss asks of them."""

    def __init__(self, documents, reach, filler):
        self.count = len(documents)
        features, part, head, share, free, cost, tokens, row, bridge, rule = [], [], [], [], [], [], [], [], [], []
        pairs_answer, pairs_part, answer_question, question_document, evidence, evidence_question = [], [], [], [], [], []
        whole, first = [], 0
        for number, each in enumerate(documents):
            size = len(each.cost)
            features += [each.features, np.full((reach, each.features.shape[1]), filler, np.uint16)]
            part.append(np.full(size + reach, number))
            head.append(np.concatenate([each.head + first, np.arange(first + size, first + size + reach)]))
            rule.append(np.concatenate([each.rule, np.zeros(reach, np.float32)]))
            row.append(np.concatenate([each.row + first, np.arange(first + size, first + size + reach)]))
            bridge.append(np.concatenate([each.bridge, np.zeros(reach, bool)]))
            share.append(np.concatenate([each.share, np.zeros(reach, np.float32)]))
            free.append(np.concatenate([each.free, np.zeros(reach, bool)]))
            cost.append(np.concatenate([each.cost * each.tokens / max(each.cost.sum(), 1), np.zeros(reach, np.float32)]))
            tokens.append(each.tokens)
            for answers, words in zip(each.answers, each.evidence):
                for answer in answers:
                    for at in answer:
                        pairs_answer.append(len(answer_question))
                        pairs_part.append(at + first)
                    answer_question.append(len(question_document))
                evidence += [at + first for at in words]
                evidence_question += [len(question_document)] * len(words)
                question_document.append(number)
            whole += [True] * (len(each.answers) // 2) + [False] * (len(each.answers) // 2)
            first += size + reach
        self.features, self.document, self.head = np.concatenate(features), np.concatenate(part), np.concatenate(head)
        self.row, self.bridge = np.concatenate(row), np.flatnonzero(np.concatenate(bridge))
        self.rule = np.concatenate(rule)
        self.in_row = np.bincount(self.row, minlength=len(self.row))[self.row].astype(np.float32)
        self.share, self.free = np.concatenate(share).astype(np.float32), np.concatenate(free)
        self.cost, self.tokens = np.concatenate(cost).astype(np.float32), np.array(tokens, np.float32)
        self.pairs_answer, self.pairs_part = np.array(pairs_answer, int), np.array(pairs_part, int)
        self.answer_question, self.question_document = np.array(answer_question, int), np.array(question_document, int)
        self.whole = np.array(whole, bool)
        self.evidence, self.evidence_question = np.array(evidence, int), np.array(evidence_question, int)
        self.floor = np.bincount(self.document, self.cost * ~self.free, self.count)

    def grouped(self, raw):
        """What counts for the order: means over groups, blends over rows, and bridges that hold as long as both their banks."""
        count = len(raw)
        scores = np.bincount(self.head, raw * self.share, count)[self.head]
        means = (np.bincount(self.row, scores, count)[self.row]) / self.in_row
        scores = (1 - ROW) * scores + ROW * means
        before, after = scores[self.bridge - 1], scores[self.bridge + 1]
        self.bank = np.where(before < after, self.bridge - 1, self.bridge + 1)
        out = scores.copy()
        out[self.bridge] = (1 - BRIDGE) * scores[self.bridge] + BRIDGE * scores[self.bank]
        return out.astype(np.float32)

    def ungrouped(self, gradient):
        count = len(gradient)
        back = gradient.astype(np.float64).copy()
        back[self.bridge] *= 1 - BRIDGE
        back += BRIDGE * np.bincount(self.bank, gradient[self.bridge], count)
        back = (1 - ROW) * back + ROW * np.bincount(self.row, back, count)[self.row] / self.in_row
        return (np.bincount(self.head, back, count)[self.head]) * self.share

    def cut(self, scores, rate, soft):
        """The score below which parts go, document by document, so that `rate` of the tokens is left."""
        target = rate * self.tokens
        low, high = np.full(self.count, -60.0), np.full(self.count, 60.0)
        free, document = np.flatnonzero(self.free), self.document[self.free]
        score, cost = scores[free], self.cost[free]
        for _ in range(26):
            middle = (low + high) / 2
            margin = score - middle[document]
            stays = sigmoid(margin) if soft else margin > 0
            left = self.floor + np.bincount(document, cost * stays, self.count)
            low, high = np.where(left > target, middle, low), np.where(left > target, high, middle)
        return (low + high) / 2

    def chosen(self, log_pairs):
        """For each question its likeliest answer; of every pair, whether it belongs to a chosen answer, and the logs."""
        logs = np.bincount(self.pairs_answer, log_pairs, len(self.answer_question))
        order = np.lexsort((logs, self.answer_question))
        last = np.append(self.answer_question[order][1:] != self.answer_question[order][:-1], True)
        best = order[last]
        mask = np.zeros(len(self.answer_question), bool)
        mask[best] = True
        return mask, logs


def loss_and_gradient(batch, raw, rates, direct_share, evidence_weight):
    """Mean loss over questions and rates, and its gradient by raw scores."""
    scores = batch.grouped(raw)
    gradient = np.zeros(len(scores))
    total, questions = 0.0, max(len(batch.question_document), 1) * len(rates)
    for rate in rates:
        tau = batch.cut(scores, rate, True)
        margin = scores - tau[batch.document]
        stays = sigmoid(margin)
        log_pairs = np.log(stays[batch.pairs_part] + 1e-9)
        mask, logs = batch.chosen(log_pairs)
        chance = np.exp(logs)
        weight = np.where(mask, direct_share * chance + (1 - direct_share), 0) / questions
        total += -(np.where(mask, logs, 0).sum()) / questions
        by_part = np.bincount(
            batch.pairs_part, weight[batch.pairs_answer] * (1 - stays[batch.pairs_part]), len(scores)
        ) + evidence_weight / questions * np.bincount(batch.evidence, 1 - stays[batch.evidence], len(scores))
        pull = np.where(batch.free, batch.cost * stays * (1 - stays), 0)
        spread = np.maximum(np.bincount(batch.document, pull, batch.count), 1e-6)
        up = np.bincount(batch.document, by_part, batch.count)
        gradient += -by_part + (up / spread)[batch.document] * pull
    return total, batch.ungrouped(gradient).astype(np.float32)


def alive_at(batch, scores, rate):
    """Of each question, whether every part of one of its answers is above a hard cut; and of each part, whether it is."""
    tau = batch.cut(scores, rate, False)
    stays = scores > tau[batch.document]
    lost = np.bincount(batch.pairs_answer, ~stays[batch.pairs_part], len(batch.answer_question)) > 0
    return np.bincount(batch.answer_question, ~lost, len(batch.question_document)) > 0, stays


def survival(batch, raw, rates):
    """Shares of questions with an answer that survives a hard cut, whole and articles aside, rate by rate."""
    scores = batch.grouped(raw)
    shares = []
    for rate in rates:
        alive, _ = alive_at(batch, scores, rate)
        shares += [alive[batch.whole].mean(), alive[~batch.whole].mean()]
    return shares


def survived(batch, raw, rate):
    """Of each question, whether an answer is whole, and that times the share of the evidence around it that stays."""
    alive, stays = alive_at(batch, batch.grouped(raw), rate)
    count = len(batch.question_document)
    asked = np.bincount(batch.evidence_question, minlength=count)
    kept = np.bincount(batch.evidence_question, stays[batch.evidence], count)
    bound = alive * np.where(asked > 0, kept / np.maximum(asked, 1), 1)
    return alive[batch.whole], bound[batch.whole]
