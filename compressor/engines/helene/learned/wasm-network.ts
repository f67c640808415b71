// The network in WebAssembly SIMD: lays out the model in its memory once, and scores a text in blocks of parts.

import { featureCount } from './features.ts'
import { type Model, width } from './model.ts'
import type { Network } from './network.ts'
import { networkBinary } from './network-binary.ts'

const blockParts = 1024
const pageBytes = 65_536

interface Exports {
  sumRows(features: number, count: number, each: number, table: number, sums: number): void
  score(
    windows: number,
    centre: number,
    count: number,
    pairs: number,
    weights: number,
    biases: number,
    outs: number,
    directs: number,
    shift: number,
    scores: number,
  ): void
}

const isExports = (exports: object): exports is Exports => 'sumRows' in exports && 'score' in exports

const instantiate = (memory: WebAssembly.Memory): Exports | undefined => {
  try {
    const binary = new WebAssembly.Module(Buffer.from(networkBinary, 'base64'))
    const { exports } = new WebAssembly.Instance(binary, { env: { memory } })
    return isExports(exports) ? exports : undefined
  } catch {
    return undefined
  }
}

/** `undefined` if WebAssembly or its SIMD is not available. */
export const wasmNetwork = (model: Model): Network | undefined => {
  const { table, weights, biases, outs, directs, reach, shift } = model
  let end = 0
  const place = (bytes: number): number => {
    const start = end
    end = (start + bytes + 15) & ~15
    return start
  }
  const tableAt = place(table.byteLength)
  const weightsAt = place(weights.byteLength)
  const biasesAt = place(biases.byteLength)
  const outsAt = place(outs.byteLength)
  const directsAt = place(directs.byteLength)
  const featuresAt = place((blockParts + 2 * reach) * featureCount * 2)
  const sumsAt = place((blockParts + 2 * reach) * width * 2)
  const scoresAt = place(blockParts * 4)
  const memory = new WebAssembly.Memory({ initial: Math.ceil(end / pageBytes) })
  const native = instantiate(memory)
  if (native === undefined) return undefined
  const { buffer } = memory
  new Int8Array(buffer, tableAt).set(table)
  new Int16Array(buffer, weightsAt).set(weights)
  new Int32Array(buffer, biasesAt).set(biases)
  new Int32Array(buffer, outsAt).set(outs)
  new Int16Array(buffer, directsAt).set(directs)
  const rows = new Uint16Array(buffer, featuresAt, (blockParts + 2 * reach) * featureCount)
  const sums = new Int16Array(buffer, sumsAt, (blockParts + 2 * reach) * width)
  const block = new Int32Array(buffer, scoresAt, blockParts)
  const sumBytes = width * 2

  return (features) => {
    const count = features.length / featureCount
    const scores = new Int32Array(count)
    for (let start = 0; start < count; start += blockParts) {
      const parts = Math.min(blockParts, count - start)
      const from = Math.max(0, start - reach)
      const until = Math.min(count, start + parts + reach)
      const lead = from - (start - reach)
      rows.set(features.subarray(from * featureCount, until * featureCount))
      sums.fill(0, 0, lead * width)
      sums.fill(0, (lead + until - from) * width)
      native.sumRows(featuresAt, until - from, featureCount, tableAt, sumsAt + lead * sumBytes)
      native.score(
        sumsAt,
        sumsAt + reach * sumBytes,
        parts,
        (2 * reach + 1) * (width / 2),
        weightsAt,
        biasesAt,
        outsAt,
        directsAt,
        shift,
        scoresAt,
      )
      scores.set(parts === blockParts ? block : block.subarray(0, parts), start)
    }
    return scores
  }
}
