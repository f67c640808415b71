import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import { envelopeOf, keptOfEnvelope } from '../../../../core/json/strings/envelopes.ts'
import { losslessSpans } from '../../../../core/lossless/lossless.ts'
import { type KeptSpans, sliceSpans, spansFault } from '../../../../core/text/spans.ts'

type Wrap = (text: string) => unknown
const shapes: Readonly<Record<string, Wrap>> = {
  'a block': (text) => ({ type: 'text', text }),
  'a block with members': (text) => ({ type: 'text', text, annotations: null, meta: null }),
  'a list of blocks': (text) => [{ type: 'text', text }],
  'blocks beside an image': (text) => [
    { type: 'text', text },
    { type: 'image', data: '' },
  ],
  'an answer of a server': (text) => ({ content: [{ type: 'text', text }], isError: false }),
  'a printed output': (text) => ({ output: text, metadata: { exit_code: 0, duration_seconds: 0.1 } }),
  'two printed outputs': (text) => ({ stdout: text, stderr: '', exit_code: 0 }),
}
const spellings = [
  (value: unknown) => JSON.stringify(value),
  (value: unknown) => JSON.stringify(value, null, 2),
  (value: unknown) =>
    JSON.stringify(value).replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
]

/** The text inside, wherever it is. */
const inside = (json: string): string => {
  const texts: string[] = []
  JSON.parse(json, (key, value) => {
    if (typeof value === 'string' && ['text', 'output', 'stdout'].includes(key) && value !== 'text') texts.push(value)
    return value
  })
  return texts[0] ?? ''
}

const kept = (text: string, spans: KeptSpans | undefined): string => {
  if (spans !== undefined) expect(spansFault(text, spans)).toBeUndefined()
  return spans === undefined ? text : sliceSpans(text, spans)
}
const compacted = (text: string, budget: number): string => {
  const result = adeline.compress(text, { budget })
  return kept(text, 'kept' in result ? result.kept : undefined)
}

const root = new URL('../../../fixtures/compressor/adeline/', import.meta.url).pathname
const texts = globSync('{service.log,orders.json,tests.txt,payload-cut.txt,colours.txt,hits.txt}', { cwd: root }).map(
  (name) => readFileSync(`${root}${name}`, 'utf8'),
)

describe('a text in an envelope', () => {
  it.each(Object.entries(shapes))('%s: loses what it loses by itself', (_name, wrap) => {
    for (const text of texts)
      for (const spell of spellings) {
        const outer = spell(wrap(text))
        expect(inside(kept(outer, losslessSpans(outer)))).toBe(kept(text, losslessSpans(text)))
        for (const budget of [0.5, 0.74]) expect(inside(compacted(outer, budget))).toBe(compacted(text, budget))
      }
  })

  it('loses what it loses by itself in two envelopes, too', () => {
    for (const text of texts) {
      const outer = JSON.stringify({ output: JSON.stringify([{ type: 'text', text }]), metadata: {} })
      expect(inside(inside(compacted(outer, 0.7)))).toBe(compacted(text, 0.7))
    }
  })

  it('is cut in its own spelling, whatever that is', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter((one) => one.isWellFormed())
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...Object.values(shapes)),
        fc.constantFrom(...spellings),
        fc.nat(60),
        fc.nat(60),
        (one, wrap, spell, a, b) => {
          const inner = `${one.repeat(3)}${'x'.repeat(400)}`
          const outer = spell(wrap(inner))
          const envelope = envelopeOf(outer)
          if (envelope === undefined) throw new Error('not an envelope')
          const spans = (
            [
              [0, Math.min(a, b)],
              [Math.max(a, b) + 1, inner.length],
            ] as const
          ).filter(([start, end]) => end > start)
          fc.pre(spansFault(inner, spans) === undefined)
          const left = sliceSpans(
            outer,
            keptOfEnvelope(
              envelope,
              undefined,
              envelope.texts.map(({ text }) => (text === inner ? spans : undefined)),
            ),
          )
          expect(inside(left)).toBe(sliceSpans(inner, spans))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('loses nothing twice without loss', () => {
    for (const text of texts) {
      const once = JSON.stringify({ output: text, metadata: {} }, null, 1)
      const twice = kept(once, losslessSpans(once))
      expect(kept(twice, losslessSpans(twice))).toBe(twice)
    }
  })
})

describe('no envelope', () => {
  it.each([
    ['a record with a text', { id: 7, type: 'note', text: 'x'.repeat(99) }],
    ['blocks of another kind', [{ kind: 'text', text: 'x'.repeat(99) }]],
    ['blocks and something else', [{ type: 'text', text: 'x'.repeat(99) }, 7]],
    ['an output that is the smaller part', { output: 'x', metadata: { rows: 'y'.repeat(99) } }],
    ['a member twice', '{"type":"text","text":"xxxxxxxxx","text":"y"}'],
    ['cut JSON', '{"type":"text","text":"xxxxxxxxxxxxx'],
    ['plain text', 'output'],
  ])('is %s', (_name, value) => {
    expect(envelopeOf(typeof value === 'string' ? value : JSON.stringify(value))).toBeUndefined()
  })
})
