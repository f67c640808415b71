"""From trained floats to the whole numbers that the engine adds up, and the file that holds them."""

import numpy as np

SUM = 127
UNIT = 32767
SHIFT_BITS = 6


class Quantised:
    """The same arithmetic as compressor/engines/helene/learned/plain-network.ts."""

    def __init__(self, network, points_per_unit, middle, rule_share, leaning):
        self.reach = network.reach
        self.width, self.hidden = network.meaning.shape[1], len(network.bias)
        self.table = np.clip(np.rint(network.engine_table() * SUM), -127, 127).astype(np.int8)
        scale = 127 / np.abs(network.weights).max()
        self.weights = np.rint(network.weights * scale).astype(np.int8)
        self.biases = np.rint(network.bias * SUM * scale).astype(np.int32)
        self.shift = SHIFT_BITS
        # Chosen so that a unit of the trained score is `points_per_unit` points, exactly, whatever the weights.
        most = 127 / np.abs(network.out).max() * SUM * scale / 2**self.shift
        self.points_shift = int(np.floor(np.log2(most / points_per_unit)))
        per_unit = points_per_unit * 2.0**self.points_shift
        self.outs = np.rint(network.out * per_unit * 2**self.shift / (SUM * scale)).astype(np.int8)
        self.directs = np.clip(np.rint(network.direct * per_unit / SUM), -32767, 32767).astype(np.int16)
        self.middle = middle
        self.rule_share = int(round(256 * rule_share * points_per_unit))
        self.leaning = leaning
        self.dispensable = 0

    def points(self, batch, filler):
        """Points of each part; rows of `filler` are empty."""
        table = np.vstack([self.table, np.zeros((1, self.width), np.int8)]).astype(np.int32)
        features = np.where(batch.features == filler, len(self.table), batch.features.astype(int))
        features[:, 0] = np.where(batch.word >= 0, filler + batch.word, features[:, 0])
        sums = np.zeros((len(features), self.width), np.int32)
        for column in features.T:
            sums += table[column]
        sums = np.clip(sums, -SUM, SUM)
        padded = np.pad(sums, ((self.reach, self.reach), (0, 0)))
        window = np.concatenate([padded[at : at + len(sums)] for at in range(2 * self.reach + 1)], 1)
        before = (window.astype(np.float64) @ self.weights.astype(np.float64)).astype(np.int64) + self.biases
        units = np.minimum(np.maximum(before, 0) >> self.shift, UNIT)
        total = units @ self.outs.astype(np.int64) + sums @ self.directs.astype(np.int64)
        points = self.middle + (total >> self.points_shift) + ((batch.rule.astype(np.int64) * self.rule_share) >> 8)
        little = batch.little
        leaning = ((points[little - 1] + points[little + 1] - 2 * points[little]) * self.leaning) >> 9
        points[little] += leaning
        return np.clip(points, 0, 4095)

    def artefact(self):
        """Header of eleven numbers, then table, weights, biases, outs and directs; little endian."""
        header = [*self.table.shape, self.hidden, self.reach, self.features, self.shift, self.points_shift, self.middle, self.rule_share, self.dispensable, self.leaning]
        pairs = self.weights.reshape(-1, 2, self.hidden).transpose(0, 2, 1)
        parts = [np.array(header, "<i4"), self.table, np.ascontiguousarray(pairs), self.biases.astype("<i4"), self.outs, self.directs.astype("<i2")]
        return b"".join(part.tobytes() for part in parts)
