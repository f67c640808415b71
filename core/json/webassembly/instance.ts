// The WebAssembly of this room (assembly/), with the one memory that all of it works in: what stands there is good until the next
// call. Everything it does has a plain twin, and a test generates bodies for both.

import { jsonBinary } from './binary.ts'

/** See assembly/. */
export interface Exports {
  strings(text: number, length: number, quotes: number, from: number): number
  values(
    text: number,
    length: number,
    quotes: number,
    nodes: number,
    maxNodes: number,
    open: number,
    maxDepth: number,
    from: number,
    known: number,
    within: number,
  ): number
  splice(value: number, length: number, spans: number, count: number, out: number): number
  gather(value: number, length: number, places: number, count: number, out: number): number
  holds(original: number, length: number, changed: number, room: number, places: number, count: number): number
  remains(original: number, length: number, changed: number, room: number): number
  measure(value: number, length: number, escapes: number): number
  blanks(text: number, length: number, quotes: number, spans: number, units: number, places: number): number
  decode(value: number, length: number, out: number, units: number): number
  widen(text: number, length: number, out: number): void
  narrow(units: number, count: number, out: number): number
}

/** Longer texts are for the plain twins: they would keep too much memory. */
export const maxBytes = 8 << 20
const pageBytes = 65_536
export const blockBytes = 64

/** So many bytes and at least 64 more, in whole blocks. */
export const padded = (bytes: number): number => (Math.floor(bytes / blockBytes) + 2) * blockBytes

const names: readonly (keyof Exports)[] = [
  'strings',
  'values',
  'splice',
  'gather',
  'holds',
  'remains',
  'measure',
  'blanks',
  'decode',
  'widen',
  'narrow',
]
const isExports = (exports: object): exports is Exports => names.every((name) => name in exports)

const instantiate = () => {
  try {
    const memory = new WebAssembly.Memory({ initial: 1 })
    const binary = new WebAssembly.Module(Buffer.from(jsonBinary, 'base64'))
    const { exports } = new WebAssembly.Instance(binary, { env: { memory } })
    return isExports(exports) ? { memory, exports } : undefined
  } catch {
    return undefined
  }
}

/** Its one memory, seen as bytes and as numbers: to make these views again for each value would be most of what a value makes. */
export interface Working {
  readonly exports: Exports
  readonly bytes: Buffer<ArrayBuffer>
  readonly numbers: Int32Array<ArrayBuffer>
}

let instance: ReturnType<typeof instantiate> | 'not asked yet' = 'not asked yet'
let working: Working | undefined

/**
 * What is compiled when the first body comes, with at least `bytes` of memory; `undefined` if WebAssembly or its SIMD is not
 * available. Pages that are never touched cost nothing.
 */
export const inWebAssembly = (bytes: number): Working | undefined => {
  if (working !== undefined && bytes <= working.bytes.length) return working
  if (instance === 'not asked yet') instance = instantiate()
  if (instance === undefined) return undefined
  const { memory, exports } = instance
  const missing = bytes - memory.buffer.byteLength
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
  // Grown, it is another buffer.
  const { buffer } = memory
  working = { exports, bytes: Buffer.from(buffer), numbers: new Int32Array(buffer) }
  return working
}
