"""From trained floats to the whole numbers that the engine adds up, and the file that holds them."""

import numpy as np

SUM = 127
UNIT = 32767
SHIFT_BITS = 6


class Quantised:
    """The same arithmetic as compressor/engines/helene/learned/plain-network.ts."""

    def __init__(self, network, points_per_unit, middle, rule_share):
        self.reach = network.reach
        self.width, self.hidden = network.table.shape[1], len(network.bias)
        self.table = np.clip(np.rint(network.table[:-1] * SUM), -127, 127).astype(np.int8)
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
        self.dispensable = 0

    def points(self, features, rule, filler):
        """Points of each part; rows of `filler` are empty. `rule`: points of the rules, without their offset."""
        table = np.vstack([self.table, np.zeros((1, self.width), np.int8)]).astype(np.int32)
        sums = np.zeros((len(features), self.width), np.int32)
        for column in features.T:
            sums += table[np.minimum(column, filler)]
        sums = np.clip(sums, -SUM, SUM)
        padded = np.pad(sums, ((self.reach, self.reach), (0, 0)))
        window = np.concatenate([padded[at : at + len(sums)] for at in range(2 * self.reach + 1)], 1)
        before = (window.astype(np.float64) @ self.weights.astype(np.float64)).astype(np.int64) + self.biases
        units = np.minimum(np.maximum(before, 0) >> self.shift, UNIT)
        total = units @ self.outs.astype(np.int64) + sums @ self.directs.astype(np.int64)
        return np.clip(self.middle + (total >> self.points_shift) + ((rule.astype(np.int64) * self.rule_share) >> 8), 0, 4095)

    def artefact(self):
        """Header of ten numbers, then table, weights, biases, outs and directs; little endian."""
        header = [*self.table.shape, self.hidden, self.reach, self.features, self.shift, self.points_shift, self.middle, self.rule_share, self.dispensable]
        pairs = self.weights.reshape(-1, 2, self.hidden).transpose(0, 2, 1)
        parts = [np.array(header, "<i4"), self.table, np.ascontiguousarray(pairs), self.biases.astype("<i4"), self.outs, self.directs.astype("<i2")]
        return b"".join(part.tobytes() for part in parts)
