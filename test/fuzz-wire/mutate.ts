// Breaks bytes: what a broken network, program or attacker does to what was well written.

import type { Random } from '../../testkit/random.ts'

const bits = [
  '\r',
  '\n',
  '\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ',',
  ';',
  '%',
  '0',
  '\u00ff',
  '\r\n\r\n',
  'HTTP/1.1',
  '{',
  '"',
] as const

const one = (bytes: Buffer, random: Random): Buffer => {
  const at = random.below(bytes.length + 1)
  const length = 1 + random.below(8)
  const [before, behind] = [bytes.subarray(0, at), bytes.subarray(at)]
  const change = random.below(5)
  if (change === 0) return Buffer.concat([before, behind.subarray(length)])
  if (change === 1) return Buffer.concat([before, Buffer.from(random.pick(bits), 'latin1'), behind])
  if (change === 2) return Buffer.concat([before, behind.subarray(0, length), behind])
  if (change === 3) return Buffer.concat([before, Buffer.from([random.below(256)]), behind.subarray(1)])
  return before
}

/** Some changes, at most three. */
export const mutated = (bytes: Buffer, random: Random): Buffer => {
  let changed = bytes
  for (let change = 1 + random.below(3); change > 0; change -= 1) changed = one(changed, random)
  return changed
}

/** The same bytes in pieces. */
export const inPieces = (bytes: Buffer, random: Random): Buffer[] => {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const size = random.pick([1, 3, 17, 500, bytes.length])
    pieces.push(bytes.subarray(at, at + size))
    at += size
    if (pieces.length === 4) return [...pieces, bytes.subarray(at)].filter(({ length }) => length > 0)
  }
  return pieces
}

/** In chunks of transfer-encoding. */
export const inChunks = (body: Buffer, random: Random): Buffer => {
  const size = 1 + random.below(body.length + 1)
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size)
    const extension = random.below(6) === 0 ? ';a=b' : ''
    parts.push(Buffer.from(`${part.length.toString(16)}${extension}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}
