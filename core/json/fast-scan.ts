// The reader of bodies in WebAssembly SIMD, five times as fast as the plain one. They agree on every body (a test generates them).

import { inWebAssembly, maxBytes, padded } from './in-webassembly.ts'

const nodeBytes = 16
/** Deeper bodies are for the plain reader. */
const maxDepth = 4_096

/** Where everything stands for a body of so many bytes. */
const placesFor = (length: number) => {
  const open = padded(length)
  const quotes = open + maxDepth * 4
  const nodes = quotes + padded(open / 8)
  const maxNodes = open / 4
  return { open, quotes, nodes, maxNodes, end: nodes + maxNodes * nodeBytes }
}

/**
 * The nodes of a body as a tape holds them, `'invalid'` when it is not one JSON value, `undefined` when the plain reader has to say: of a body that is
 * large, deep or dense, or has more than `mostNodes`.
 */
export const fastScan = (bytes: Uint8Array, mostNodes: number): Int32Array | 'invalid' | undefined => {
  const { length } = bytes
  if (length > maxBytes) return undefined
  const { open, quotes, nodes, maxNodes, end } = placesFor(length)
  const reader = inWebAssembly(end)
  if (reader === undefined) return undefined
  const { buffer, exports } = reader
  const text = new Uint8Array(buffer)
  text.set(bytes)
  text.fill(0x20, length, open)
  if (exports.strings(0, length, quotes) !== 1) return 'invalid'
  const count = exports.values(0, length, quotes, nodes, Math.min(maxNodes, mostNodes), open, maxDepth)
  if (count < 0) return count === -1 ? 'invalid' : undefined
  return new Int32Array(buffer, nodes, 4 * count).slice()
}
