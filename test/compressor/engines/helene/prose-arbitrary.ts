// Arbitrary prose that looks like English, with hard cases: atoms, pins, odd marks, broken characters.

import fc from 'fast-check'

const words =
  `the the the a of of and to in is was it that which who they he not never only must at least more than before
  until if unless up cat dog house river committee decided approved measured Smith London University Paris New York error
  failed 3 12 $5.2 1990 2015 50% million two three very however also quickly city population increased known called foo_bar
  a.b.c https://x.y/z bob@x.com /usr/bin \`npm-run\` don't won’t U.S. e.g. Dr. March however probably shall neither nor`.split(
    /\s+/,
  )
const between = [
  '. ',
  '. ',
  '. ',
  ', ',
  ', ',
  ' (',
  ') ',
  ' "',
  '" ',
  '; ',
  ': ',
  '? ',
  '! ',
  '\n',
  '\n\n',
  ' — ',
  '—',
  ' - ',
]
const odd = [
  '\n- ',
  '\n# ',
  '... ',
  ' [',
  '] ',
  "' ",
  " '",
  ' “',
  '” ',
  '\n1. ',
  '  ',
  '\t',
  '.[1] ',
  '\r\n',
  '**',
  '`',
  ' 😀 ',
]
const broken = ['\u00a0', '\u2028', '\ud800', '\0', '\ufeff', '漢字', '\u0301']

const word = fc.constantFrom(...words)
const sentence = fc
  .array(
    fc.tuple(
      word,
      fc.oneof({ weight: 12, arbitrary: fc.constant(' ') }, { weight: 3, arbitrary: fc.constantFrom(...between) }),
    ),
    {
      minLength: 4,
      maxLength: 25,
    },
  )
  .map((pairs) => `${pairs.map(([text, mark]) => text + mark).join('')}end. `)
const oddities = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.constantFrom(...broken) },
)

/** Prose of ordinary sentences. */
export const prose = (): fc.Arbitrary<string> =>
  fc.array(sentence, { minLength: 3, maxLength: 12 }).map((sentences) => sentences.join(''))

/** Prose with marks that do not match, broken characters and lists. */
export const oddProse = (): fc.Arbitrary<string> =>
  fc.array(fc.oneof(sentence, oddities), { minLength: 3, maxLength: 24 }).map((pieces) => pieces.join(''))
