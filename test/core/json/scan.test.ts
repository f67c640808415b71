import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { membersOf } from '../../../core/json/object-members.ts'
import { isJson } from '../../../core/json/parsed.ts'
import { elementsOf, nextOf, rawOf, stringOf } from '../../../core/json/read.ts'
import { JsonKind, type JsonTape, scanJson } from '../../../core/json/scan.ts'
import { insertions, jsonText } from './arbitrary.ts'

const scanned = <T>(text: string, look: (tape: JsonTape) => T): T | undefined => {
  const tape = scanJson(text)
  return tape && look(tape)
}

describe('scanJson', () => {
  it('accepts exactly the mutated JSON that JSON.parse accepts', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), fc.constantFrom(...insertions), (text, at, inserted) => {
        const position = at % (text.length + 1)
        const mutated = text.slice(0, position) + inserted + text.slice(position + (at % 2))
        expect(scanJson(mutated) !== undefined).toBe(isJson(mutated))
        expect(scanJson(text)).toBeDefined()
      }),
      { numRuns: 3_000 },
    )
  })

  it('accepts exactly the arbitrary text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:0123.eE+-\\u tfn\n\t') }), (text) => {
        expect(scanJson(text) !== undefined).toBe(isJson(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('finds every value where JSON.parse finds it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const tape = scanJson(JSON.stringify(value, null, 1))
        if (tape === undefined) throw new Error('not scanned')
        const rebuild = (node: number): unknown => {
          const kind = tape.cells[node * 4]
          if (kind === JsonKind.Array) return elementsOf(tape, node).map(rebuild)
          if (kind === JsonKind.Object) {
            const members: [string, unknown][] = []
            membersOf(tape, node)?.each((name, child) => members.push([name, rebuild(child)]))
            return Object.fromEntries(members)
          }
          return JSON.parse(rawOf(tape, node))
        }
        expect(rebuild(0)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(nextOf(tape, 0)).toBe(tape.length)
      }),
    )
  })

  it('decodes strings as JSON.parse does, lone surrogates included', () => {
    for (const raw of ['"a\\u0041\\n\\ud83d\\ude00"', '"\\ud800"', '"\\udc00x"', '"😀"', '""'])
      expect(scanned(raw, (tape) => stringOf(tape, 0))).toBe(JSON.parse(raw))
  })

  it('reads JSON of any depth', () => {
    const depth = 200_000
    expect(scanJson('['.repeat(depth) + ']'.repeat(depth))?.length).toBe(depth)
    expect(scanJson('['.repeat(depth))).toBeUndefined()
    expect(scanJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)?.length).toBe(2 * depth + 1)
  })

  it('gives no members of an object that has a key twice, in any spelling', () => {
    for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}']) {
      const tape = scanJson(text)
      expect(tape && membersOf(tape, 0)).toBeUndefined()
    }
  })
})
