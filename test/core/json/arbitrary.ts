// JSON texts that a printer would never produce: odd whitespace, escapes, huge integers, duplicate keys, lone surrogates, CRLF.

import fc from 'fast-check'

const whitespace = fc.string({ unit: fc.constantFrom(' ', '\n', '\r\n', '\t'), maxLength: 3 })

const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'abc {}[],:0.-é漢😀') },
  { weight: 2, arbitrary: fc.constantFrom('\\n', '\\"', '\\\\', '\\/', '\\t', '\\r\\n') },
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
