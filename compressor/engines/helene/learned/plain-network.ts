// The network in plain TypeScript, which defines what it computes. Integers of at most 32 bits.

import { featureCount } from './features.ts'
import { hidden, type Model, width } from './model.ts'
import type { Network } from './network.ts'

const largestSum = 127
const largestUnit = 32_767

/** The clipped sums of all parts, with `reach` empty ones at each end. */
const sumRows = (features: Uint16Array, count: number, { table, reach }: Model): Int32Array => {
  const sums = new Int32Array((count + 2 * reach) * width)
  for (let part = 0; part < count; part++) {
    const at = (part + reach) * width
    for (let feature = part * featureCount; feature < (part + 1) * featureCount; feature++) {
      const row = (features[feature] ?? 0) * width
      for (let column = 0; column < width; column++)
        sums[at + column] = (sums[at + column] ?? 0) + (table[row + column] ?? 0)
    }
    for (let column = at; column < at + width; column++)
      sums[column] = Math.max(-largestSum, Math.min(largestSum, sums[column] ?? 0))
  }
  return sums
}

/** The network where WebAssembly is not available; slower, with the same scores. */
export const plainNetwork = (model: Model): Network => {
  const { weights, biases, outs, directs, reach, shift } = model
  const window = (2 * reach + 1) * width
  return (features) => {
    const count = features.length / featureCount
    const sums = sumRows(features, count, model)
    const scores = new Int32Array(count)
    for (let part = 0; part < count; part++) {
      const first = part * width
      const centre = first + reach * width
      let score = 0
      for (let column = 0; column < width; column++)
        score += Math.imul(sums[centre + column] ?? 0, directs[column] ?? 0)
      for (let unit = 0; unit < hidden; unit++) {
        let before = biases[unit] ?? 0
        for (let input = 0; input < window; input += 2) {
          const weight = input * hidden + unit * 2
          before += Math.imul(sums[first + input] ?? 0, weights[weight] ?? 0)
          before += Math.imul(sums[first + input + 1] ?? 0, weights[weight + 1] ?? 0)
        }
        score += Math.imul(Math.min(Math.max(before, 0) >> shift, largestUnit), outs[unit] ?? 0)
      }
      scores[part] = score
    }
    return scores
  }
}
