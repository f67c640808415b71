// The reader of bodies in WebAssembly SIMD, five times as fast as the plain one. They agree on every body (a test generates them).

import { scanBinary } from './scan-binary.ts'

interface Exports {
  strings(text: number, length: number, quotes: number): number
  values(
    text: number,
    length: number,
    quotes: number,
    nodes: number,
    maxNodes: number,
    open: number,
    maxDepth: number,
  ): number
}

const isExports = (exports: object): exports is Exports => 'strings' in exports && 'values' in exports

/** Longer bodies are for the plain reader: they would keep too much memory. */
const maxBytes = 8 << 20
const pageBytes = 65_536
const blockBytes = 64
const nodeBytes = 16
/** Deeper bodies are for the plain reader. */
const maxDepth = 4_096

const rounded = (bytes: number): number => Math.ceil(bytes / blockBytes) * blockBytes

/** Where everything stands for a body of so many bytes. Pages that are never touched cost nothing. */
const placesFor = (length: number) => {
  const padded = rounded(length) + blockBytes
  const open = padded
  const quotes = open + maxDepth * 4
  const nodes = rounded(quotes + padded / 8)
  const maxNodes = padded / 4
  return { open, quotes, nodes, maxNodes, end: nodes + maxNodes * nodeBytes }
}

const instantiate = () => {
  const memory = new WebAssembly.Memory({ initial: 1 })
  try {
    const binary = new WebAssembly.Module(Buffer.from(scanBinary, 'base64'))
    const { exports } = new WebAssembly.Instance(binary, { env: { memory } })
    return isExports(exports) ? { memory, exports } : undefined
  } catch {
    return undefined
  }
}

/** Compiled when the first body comes; `undefined` if WebAssembly or its SIMD is not available. */
let reader: ReturnType<typeof instantiate> | 'not asked yet' = 'not asked yet'

/**
 * The nodes of a body as a tape holds them, `'invalid'` when it is not one JSON value, `undefined` when the plain reader has to say: of a body that is
 * large, deep or dense, or has more than `mostNodes`.
 */
export const fastScan = (bytes: Uint8Array, mostNodes: number): Int32Array | 'invalid' | undefined => {
  const { length } = bytes
  if (length > maxBytes) return undefined
  if (reader === 'not asked yet') reader = instantiate()
  if (reader === undefined) return undefined
  const { memory, exports } = reader
  const { open, quotes, nodes, maxNodes, end } = placesFor(length)
  const missing = end - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  const { buffer } = memory
  const text = new Uint8Array(buffer)
  text.set(bytes)
  text.fill(0x20, length, rounded(length) + blockBytes)
  if (exports.strings(0, length, quotes) !== 1) return 'invalid'
  const count = exports.values(0, length, quotes, nodes, Math.min(maxNodes, mostNodes), open, maxDepth)
  if (count < 0) return count === -1 ? 'invalid' : undefined
  return new Int32Array(buffer, nodes, 4 * count).slice()
}
