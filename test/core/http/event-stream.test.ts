import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventStreamReader } from '../../../core/http/event-stream.ts'
import { sharedBytes } from '../../../core/runtime/shared-bytes.ts'

const chunksOf = (bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] => {
  const chunks: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

const handedOn = (chunks: readonly Uint8Array[], mostBytes = 32_000_000): string[] => {
  const data: string[] = []
  const reader = eventStreamReader(/mark/, (one) => data.push(one), sharedBytes(mostBytes))
  for (const chunk of chunks) reader.push(chunk)
  reader.end()
  return data
}

/** What the specification says of such a stream, read as a whole. */
const expected = (stream: Uint8Array): string[] => {
  const events = new TextDecoder().decode(stream).split(/(?:^|\n)\r?\n/)
  const data = events.map((event) =>
    event
      .split('\n')
      .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
      .flatMap((line) => (line.startsWith('data:') ? [line.slice(line[5] === ' ' ? 6 : 5)] : []))
      .reduce((whole, line) => (whole === '' ? line : `${whole}\n${line}`), ''),
  )
  return data.filter((one) => one !== '').filter((one, index) => index === 0 || one.includes('mark'))
}

describe('events of a stream', () => {
  const piece = fc.constantFrom(
    'data:',
    'data: ',
    'da',
    'mark',
    'mar',
    ' ',
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '漢😀',
    ': x',
    'é',
  )
  const odd = fc.constantFrom(Buffer.from('\u{feff}'), Buffer.from([0xe6, 0xbc]), Buffer.from([0xff]))
  const bytes = fc
    .array(fc.oneof({ weight: 12, arbitrary: piece.map((text) => Buffer.from(text)) }, { weight: 1, arbitrary: odd }))
    .map((pieces) => Buffer.concat(pieces))
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1 })

  it('are what the whole stream says, whatever the chunks', () => {
    fc.assert(
      fc.property(bytes, sizes, (stream, cut) => {
        expect(handedOn(chunksOf(stream, cut))).toEqual(expected(stream))
      }),
      { numRuns: 2_000 },
    )
  })

  it('go on behind one that is too large, whatever its lines', () => {
    const large = Buffer.from(`data: mark ${'x'.repeat(8_000_000)}\n`)
    const behind = Buffer.from('data: mark within\n\ndata: no\n\ndata: mark 2\n\n')
    const first = Buffer.from('data: 1\n\n')
    for (const size of [65_536, 1_000_003])
      expect(handedOn(chunksOf(Buffer.concat([first, large, behind]), [size]))).toEqual(['1', 'mark 2'])
    expect(handedOn([large, behind])).toEqual(['mark 2'])
    expect(handedOn([large, ...chunksOf(behind, [1])])).toEqual(['mark 2'])
  })

  it('that are small find room where others have taken all', () => {
    const small = Buffer.from(`data: mark ${'x'.repeat(60_000)}\n\n`)
    expect(handedOn(chunksOf(Buffer.concat([small, small]), [1_000]), 0)).toHaveLength(2)
    const large = Buffer.from(`data: mark ${'x'.repeat(70_000)}\n\n`)
    expect(handedOn(chunksOf(Buffer.concat([small, large, small]), [1_000]), 0)).toHaveLength(2)
  })
})
