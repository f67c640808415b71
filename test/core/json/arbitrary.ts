// JSON texts that no serialiser produces: odd whitespace, escapes, huge integers, duplicate keys, lone surrogates, CRLF.

import fc from 'fast-check'
import { type KeptSpans, splitsCharacter } from '../../../core/text/spans.ts'

const whitespace = fc.string({ unit: fc.constantFrom(' ', '\n', '\r\n', '\t'), maxLength: 3 })

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abc {}[],:0.-é漢😀') },
  { weight: 2, arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\t', '\\r\\n') },
  // Long enough for the scanner to search for the closing quote rather than step to it.
  { weight: 1, arbitrary: fc.nat({ max: 1_500 }).map((length) => 'quiet '.repeat(1 + length / 6).slice(0, length)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\\u0041',
      '\\u001b[31m',
      '\\u001B[0m',
      '\\ud83d\\ude00',
      '\\ud800',
      '\\udc00',
      '\\u0000',
      '\u2028',
    ),
  },
)

/** What makes or breaks JSON, wherever it comes to stand. */
export const insertions = [
  '',
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  'e',
  '.',
  '\u0000',
  '\\u12',
  'nul',
  'é',
  '😀',
  '\ufeff',
  ' ',
]

/** Spans from arbitrary cut points: ordered, disjoint, and never inside a character. */
export const spansFrom = (text: string, cuts: readonly number[]): KeptSpans => {
  const points = [...new Set(cuts.map((cut) => cut % (text.length + 1)))]
    .filter((point) => !splitsCharacter(text, point))
    .sort((left, right) => left - right)
  const spans: [number, number][] = []
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [start, end] = [points[index], points[index + 1]]
    if (start !== undefined && end !== undefined) spans.push([start, end])
  }
  return spans
}

/** A string literal with its quotes. */
export const stringLiteral = fc.array(character, { maxLength: 12 }).map((characters) => `"${characters.join('')}"`)

const scalar = fc.oneof(
  stringLiteral,
  fc.constantFrom('12345678901234567890', '1.0', '-0', '1e5', '1E+2', '0.10', 'true', 'false', 'null'),
)

const spaced = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(whitespace, inner, whitespace).map((parts) => parts.join(''))

const key = fc.oneof(fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"content"', '""'), stringLiteral)

export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    spaced(scalar),
    spaced(fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`)),
    spaced(
      fc
        .array(fc.tuple(spaced(key), tie('value')), { maxLength: 4 })
        .map((members) => `{${members.map(([name, value]) => `${name}:${value}`).join(',')}}`),
    ),
  ),
})).value

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const numbers = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at).toString(16).padStart(4, '0')).join(
    '\\u',
  )

/** How a library spells one character: as it is, by a letter, by numbers in small or in large letters. */
const spelledBy = (choice: number, character: string): string => {
  if (choice === 2) return `\\u${numbers(character)}`
  if (choice === 3) return `\\u${numbers(character).toUpperCase().replaceAll('\\U', '\\u')}`
  const plain = JSON.stringify(character).slice(1, -1)
  return choice === 1 ? (shortEscapes[character] ?? plain) : plain
}

/** The same JSON text with its strings spelled otherwise: the characters that libraries escape, which letters and digits are not. `choices`: from 0 to 3. */
export const respelled = (json: string, choices: readonly number[]): string => {
  let next = 0
  const chosen = (): number => choices[next++ % choices.length] ?? 0
  return json.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) => {
    const characters: readonly string[] = [...String(JSON.parse(literal))]
    return `"${characters.map((one) => (/[\w ]/.test(one) ? one : spelledBy(chosen(), one))).join('')}"`
  })
}
