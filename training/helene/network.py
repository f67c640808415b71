"""The window network: table rows are summed for each part and clipped, a window of those sums makes a hidden layer, which makes a score."""

import numpy as np
from scipy.sparse import csr_matrix


class Network:
    def __init__(self, rows, width, hidden, reach, seed):
        chance = np.random.default_rng(seed)
        self.reach = reach
        window = (2 * reach + 1) * width
        self.table = chance.normal(0, 0.05, (rows, width)).astype(np.float32)
        self.weights = chance.normal(0, 1.0 / np.sqrt(window), (window, hidden)).astype(np.float32)
        self.bias = np.zeros(hidden, np.float32)
        self.out = chance.normal(0, 1.0 / np.sqrt(hidden), hidden).astype(np.float32)
        self.direct = np.zeros(width, np.float32)

    def parameters(self):
        return {name: getattr(self, name) for name in ("table", "weights", "bias", "out", "direct")}

    def forward(self, matrix):
        """`matrix`: parts by rows, sparse; documents are parted by `reach` empty parts."""
        raw = matrix @ self.table
        sums = np.clip(raw, -1, 1)
        count, width = sums.shape
        padded = np.zeros((count + 2 * self.reach, width), np.float32)
        padded[self.reach : self.reach + count] = sums
        window = np.concatenate([padded[at : at + count] for at in range(2 * self.reach + 1)], 1)
        before = window @ self.weights + self.bias
        hidden = np.maximum(before, 0)
        self.kept = (matrix, raw, sums, window, before, hidden)
        return hidden @ self.out + sums @ self.direct

    def backward(self, gradient):
        matrix, raw, sums, window, before, hidden = self.kept
        count, width = sums.shape
        into = np.outer(gradient, self.out) * (before > 0)
        into_window = into @ self.weights.T
        into_sums = np.outer(gradient, self.direct).astype(np.float32)
        for at in range(2 * self.reach + 1):
            shift = at - self.reach
            block = into_window[:, at * width : (at + 1) * width]
            if shift >= 0:
                into_sums[shift:] += block[: count - shift]
            else:
                into_sums[:shift] += block[-shift:]
        into_sums *= np.abs(raw) < 1
        return {
            "table": np.asarray(matrix.T @ into_sums),
            "weights": window.T @ into,
            "bias": into.sum(0),
            "out": hidden.T @ gradient,
            "direct": sums.T @ gradient,
        }


class Adam:
    def __init__(self, parameters, rate, decay):
        self.parameters, self.rate, self.decay, self.step = parameters, rate, decay, 0
        self.mean = {name: np.zeros_like(value) for name, value in parameters.items()}
        self.square = {name: np.zeros_like(value) for name, value in parameters.items()}

    def apply(self, gradients, scale):
        self.step += 1
        for name, value in self.parameters.items():
            gradient = gradients[name]
            mean, square = self.mean[name], self.square[name]
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient * gradient - square)
            step = (mean / (1 - 0.9**self.step)) / (np.sqrt(square / (1 - 0.99**self.step)) + 1e-6)
            value -= self.rate * scale * (step + self.decay.get(name, 0) * value)


def matrix_of(features, rows):
    count, each = features.shape
    indptr = np.arange(0, count * each + 1, each)
    return csr_matrix((np.ones(count * each, np.float32), features.reshape(-1).astype(np.int32), indptr), (count, rows))
