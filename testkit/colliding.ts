// Texts made by somebody who knows how tables of numbers are built: their hashes all fall on one place, and each is compared with all before it.

const fnvStep = 0x01000193
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Where V8 places a number in a `Map` or a `Set`, for tables of `2 ** bits` places at most: the same in every process. */
const placeInMap = (key: number, bits: number): number => {
  let hash = (~key + (key << 15)) | 0
  hash ^= hash >>> 12
  hash = (hash + (hash << 2)) | 0
  hash ^= hash >>> 4
  hash = Math.imul(hash, 2057)
  return (hash ^ (hash >>> 16)) & ((1 << bits) - 1)
}

const bits = 13

const stemOf = (number: number): string => {
  let [rest, stem] = [number, '']
  for (let at = 0; at < 5; at += 1) {
    stem += letters.charAt(rest % 26)
    rest = (rest / 26) | 0
  }
  return stem
}

/** Six-letter words whose hash (FNV-1a) falls on the first place of a map. */
export const collidingWords = (count: number): string[] => {
  const words: string[] = []
  for (let number = 0; words.length < count; number += 1) {
    let [hash, rest] = [0x811c9dc5 | 0, number]
    for (let at = 0; at < 5; at += 1) {
      hash = Math.imul(hash ^ letters.charCodeAt(rest % 26), fnvStep)
      rest = (rest / 26) | 0
    }
    for (let last = 0; last < 26; last += 1)
      if (placeInMap(Math.imul(hash ^ letters.charCodeAt(last), fnvStep), bits) === 0)
        words.push(`${stemOf(number)}${letters.charAt(last)}`)
  }
  return words.slice(0, count)
}

const lineDigest = (line: string): number => {
  let digest = 0
  for (let at = 0; at < line.length; at += 1) digest = Math.imul(digest ^ line.charCodeAt(at), fnvStep)
  return digest
}

/** Short lines; a digest of any three in a row falls on the first place of a map. */
export const collidingLines = (count: number): string[] => {
  const lines = ['a', 'b']
  const pool = Array.from({ length: 300_000 }, (_, number) => number.toString(36))
  const digests = Int32Array.from(pool, lineDigest)
  let [first, second, at] = [lineDigest('a'), lineDigest('b'), 0]
  while (lines.length < count) {
    const window = Math.imul(first, 0x85ebca6b) ^ (second + (first >>> 13))
    const [times, added] = [Math.imul(window, 0x85ebca6b), window >>> 13]
    for (;;) {
      at = (at + 1) % pool.length
      if (placeInMap(times ^ ((digests[at] ?? 0) + added), bits) === 0) break
    }
    lines.push(pool[at] ?? '')
    first = second
    second = digests[at] ?? 0
  }
  return lines
}

/** Two lines of eight characters that have one digest. */
export const linesOfOneDigest = (): readonly [string, string] => {
  const seen = new Map<number, string>()
  for (let number = 0; ; number += 1) {
    const line = Math.imul(number, 0x9e3779b1).toString(16).padStart(9, '0')
    const digest = lineDigest(line)
    const other = seen.get(digest)
    if (other !== undefined && other.length === line.length) return [other, line]
    seen.set(digest, line)
  }
}

/** Milliseconds of the processor that work takes: a busy machine changes little. */
export const processorTime = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
