// What forms one unit: atoms are never cut, marks stand alone, white space leads. And the laws of a cover.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnitKind } from '../../../compressor/text/units.ts'
import { unitsIn } from './units-in.ts'

const scan = (text: string) => unitsIn(text, 0, text.length)
const shown = (text: string): string[] => scan(text).map(({ from, end }) => text.slice(from, end))
const kindOf = (text: string): number | undefined => scan(text)[0]?.kind

describe('scanUnits', () => {
  it.each([
    'https://example.com/a/b?c=1#d',
    '/usr/local/bin',
    'bob@example.com',
    'a.b.c()',
    'snake_case_name',
    'getUserName',
    '550e8400-e29b-41d4-a716-446655440000',
    'deadbeef12',
    '-3.5°C',
    '$5.2',
    '50%',
    '2026-03-15T10:30:00Z',
    '10:30',
    'v2.3.7',
    '24–10',
    '1,100',
    'well-known',
    'and/or',
    'R&D',
    'U.S.',
    'don’t',
    "players'",
    'C++',
    '👍🏽',
    '`npm run x`',
    '[the docs](http://a.b/c d)',
    '![alt text](image.png)',
  ])('keeps %s whole', (atom) => {
    expect(shown(`We saw ${atom} today.`)).toEqual(['We', 'saw', atom, 'today', '.'])
  })

  it.each([
    ['"golden," he said.', ['"', 'golden', ',', '"', 'he', 'said', '.']],
    ['(see below)', ['(', 'see', 'below', ')']],
    ['yes—no', ['yes', '—', 'no']],
    ['“It works!”', ['“', 'It', 'works', '!', '”']],
    ['**bold** text', ['*', '*', 'bold', '*', '*', 'text']],
    ['the sea.[3] Then', ['the', 'sea', '.', '[', '3', ']', 'Then']],
    ["he 'quoted words' here", ['he', "'", 'quoted', 'words', "'", 'here']],
  ])('separates the marks of %j', (text, units) => {
    expect(shown(text)).toEqual(units)
  })

  it('recognises bullets and heading marks at line starts only', () => {
    expect(kindOf('- item')).toBe(UnitKind.bullet)
    expect(kindOf('## Title')).toBe(UnitKind.bullet)
    expect(kindOf('2. second')).toBe(UnitKind.bullet)
    expect(scan('one - two')[1]?.kind).toBe(UnitKind.dash)
  })

  it('covers any text in order, with white space before each unit', () => {
    const unit = fc.constantFrom(
      'a',
      'Z',
      'é',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '.',
      ',',
      "'",
      '’',
      '“',
      '”',
      '1',
      '漢',
      '😀',
      '\ufeff',
      '\u00a0',
      '(',
      ')',
      '[',
      '](',
      '`',
      '**',
      '--',
      '—',
      '://',
      '\ud800',
      '\0',
      '- ',
      '# ',
      'the ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(unit).map((units) => units.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          let reached = 0
          for (const { start, from, end } of scan(text)) {
            expect(start).toBe(reached)
            expect(from).toBeGreaterThanOrEqual(start)
            expect(end).toBeGreaterThan(start)
            reached = end
          }
          expect(reached).toBe(text.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})
