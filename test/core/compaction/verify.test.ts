import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { onlyDeletes } from '../../../core/compaction/verify.ts'
import { kindOf, stringOf } from '../../../core/json/read.ts'
import { JsonKind, scanBody, scanJson } from '../../../core/json/scan.ts'
import { type Edit, splice } from '../../../core/json/splice/splice.ts'
import { jsonText, spansFrom } from '../json/arbitrary.ts'

const edited = fc
  .tuple(jsonText, fc.array(fc.array(fc.nat(), { maxLength: 6 }), { maxLength: 8 }))
  .map(([text, cuts]) => {
    const tape = scanJson(text)
    if (tape === undefined) throw new Error('not JSON')
    const nodes = Array.from({ length: tape.length }, (_, node) => node).filter(
      (node) => kindOf(tape, node) === JsonKind.String,
    )
    const edits: Edit[] = nodes.slice(0, cuts.length).map((node, index) => {
      const value = stringOf(tape, node) ?? ''
      return { node, text: value, kept: spansFrom(value, cuts[index] ?? []) }
    })
    return { tape, edits, body: splice(tape, edits) }
  })

describe('onlyDeletes', () => {
  it('lets pass what the splice makes', () => {
    fc.assert(
      fc.property(edited, ({ tape, edits, body }) => onlyDeletes(tape, edits, body)),
      { numRuns: 500 },
    )
  })

  it('lets no character pass that was not there', () => {
    fc.assert(
      fc.property(edited, fc.nat(), fc.boolean(), ({ tape, edits, body }, at, replaces) => {
        const place = at % (body.length + 1)
        const changed = `${body.slice(0, place)}☃${body.slice(place + (replaces ? 1 : 0))}`
        expect(onlyDeletes(tape, edits, changed)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('lets nothing go that stands outside the edited values', () => {
    fc.assert(
      fc.property(edited, fc.nat(), ({ tape, body }, at) => {
        fc.pre(body.length > 0)
        const place = at % body.length
        expect(onlyDeletes({ ...tape, text: body }, [], body.slice(0, place) + body.slice(place + 1))).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('judges bytes as it judges their text', () => {
    const changes = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom('', '"', '\\', '\\n', 'u', '☃', '\u0001', ',', ' '), fc.boolean()),
      { maxLength: 2 },
    )
    fc.assert(
      fc.property(edited, changes, ({ tape, edits }, changed) => {
        const body = scanBody(Buffer.from(tape.text), Number.POSITIVE_INFINITY)
        if (typeof body !== 'object') throw new Error('not JSON')
        const inBody = edits.map((edit) => ({ ...edit, text: stringOf(body, edit.node) ?? '' }))
        let bytes = Buffer.from(splice(body, inBody), 'latin1')
        expect(onlyDeletes(body, inBody, bytes)).toBe(true)
        for (const [at, inserted, replaces] of changed) {
          const place = at % (bytes.length + 1)
          const rest = bytes.subarray(place + (replaces ? 1 : 0))
          bytes = Buffer.concat([bytes.subarray(0, place), Buffer.from(inserted), rest])
        }
        expect(onlyDeletes(body, inBody, bytes)).toBe(onlyDeletes(body, inBody, bytes.toString('latin1')))
      }),
      { numRuns: 2_000 },
    )
  })
})
