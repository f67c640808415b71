// Texts that nobody writes and somebody sends: bytes read as UTF-16, JSON without end, broken characters, and every kind
// of text that an engine knows, mixed and damaged.

import type { Chance } from './chance.ts'

type Write = (chance: Chance) => string

const words = (
  'the order was not paid because lamp worker-3 café 漢字 INFO x_y a.b src/app/main.ts 😀 2031-01-02T03:04:05Z ' +
  '3.50 € 12 never must 99 % https://a.test/x?y=1 parseOrder ERROR it is and of'
).split(' ')
const word: Write = (chance) => words[chance.below(words.length)] ?? ''
const phrase: Write = (chance) => chance.times(1 + chance.below(6), () => word(chance), ' ')

const units: Write = (chance) => chance.times(chance.below(80), () => String.fromCharCode(chance.below(65_536)))
const brokenPairs: Write = (chance) =>
  chance.times(chance.below(40), () =>
    chance.pick([
      String.fromCharCode(0xd800 + chance.below(1_024)),
      String.fromCharCode(0xdc00 + chance.below(1_024)),
      word(chance),
      ' ',
      '"',
    ]),
  )
const controls: Write = (chance) =>
  chance.times(chance.below(60), () => chance.pick([String.fromCharCode(chance.below(32)), '\u0000', word(chance)]))
const digits: Write = (chance) =>
  chance.times(chance.below(60), () => chance.pick([`${chance.below(10)}`, '.', '-', 'e', `${chance.below(1e9)}`]))
const blanks: Write = (chance) =>
  chance.times(chance.below(60), () => chance.pick([' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u2028', 'a']))
const marks: Write = (chance) =>
  chance.times(chance.below(200), () =>
    chance.pick(['{', '}', '[', ']', '"', ':', ',', '\\', '1', 'a', '\n', '`', '|']),
  )
const longLine: Write = (chance) => chance.times(20 + chance.below(40), () => word(chance), chance.pick([' ', '', ',']))

const value = (chance: Chance, depth: number): string => {
  const kind = chance.below(depth > 0 ? 8 : 5)
  if (kind === 0) return chance.pick(['null', 'true', 'false', '{}', '[]', '""'])
  if (kind === 1) return chance.pick([`${chance.below(100_000)}`, '-0.0', '1e400', '0.10'])
  if (kind < 5) return JSON.stringify(phrase(chance))
  if (kind === 5) return `[${chance.times(chance.below(6), () => value(chance, depth - 1), ',')}]`
  const fields = chance.times(chance.below(6), (at) => `"${word(chance)}${at % 3}": ${value(chance, depth - 1)}`, ', ')
  return `{${fields}}`
}
const json: Write = (chance) => value(chance, 4)
const deep: Write = (chance) => {
  const [opening, closing] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":1,"b":', '}]'],
  ])
  const depth = chance.below(40)
  return opening.repeat(depth) + value(chance, 1) + closing.repeat(depth)
}
const records: Write = (chance) => {
  const one = (at: number): string =>
    `{"id": ${at}, "name": ${JSON.stringify(word(chance))}, "state": "open", "note": null, "price": ${chance.below(999)}}`
  return `[${chance.times(1 + chance.below(14), one, chance.pick([',', ', ', ',\n  ']))}]`
}
const jsonLines: Write = (chance) =>
  chance.times(1 + chance.below(13), (at) => `{"time":"2031-01-02T00:00:${at}Z","what":"${at % 3}"}`, '\n')
const log: Write = (chance) =>
  chance.times(
    1 + chance.below(12),
    (at) => `2031-01-02 10:00:${10 + at} ${chance.pick(['INFO', 'INFO', 'WARN', 'ERROR'])} ${phrase(chance)}`,
    '\n',
  )
const trace: Write = (chance) =>
  `Traceback (most recent call last):\n${chance.times(chance.below(12), (at) => `  File "/app/m${at}.py", line ${at}, in f\n    call(${at})\n`)}ValueError: ${phrase(chance)}`
const code: Write = (chance) =>
  chance.times(1 + chance.below(4), (at) => `def f${at}(a, b):\n    # ${phrase(chance)}\n    return g(a, ${at})\n\n`)
const diff: Write = (chance) =>
  `diff --git a/x b/x\n--- a/x\n+++ b/x\n${chance.times(chance.below(4), (at) => `@@ -${at},2 +${at},2 @@\n ${phrase(chance)}\n-a\n+b\n`)}`
const table: Write = (chance) =>
  `| n | what |\n|---|---|\n${chance.times(chance.below(26), (at) => `| ${at} | ${word(chance)} |\n`)}`
const prose: Write = (chance) =>
  chance.times(
    1 + chance.below(6),
    () => `The ${phrase(chance)} was not in the list of the day.`,
    chance.pick([' ', '\n\n']),
  )
const markdown: Write = (chance) =>
  `# ${phrase(chance)}\n\n- ${phrase(chance)}\n  - ${prose(chance)}\n\n> ${prose(chance)}`
const page: Write = (chance) => `<!doctype html><style>p{}</style><p>${phrase(chance)}</p><script>x()</script>`

const plain = {
  units,
  brokenPairs,
  controls,
  digits,
  blanks,
  marks,
  longLine,
  json,
  deep,
  records,
  jsonLines,
  log,
  trace,
}
const written = { code, diff, table, prose, markdown, page }
const blocks: readonly [Write, ...Write[]] = [json, ...Object.values(plain), ...Object.values(written)]

const mixed: Write = (chance) =>
  chance.times(1 + chance.below(3), () => chance.pick(blocks)(chance), chance.pick(['\n', '\n\n', '\r\n', '']))
const damaged: Write = (chance) => {
  const text = mixed(chance)
  const at = chance.below(text.length + 1)
  const broken = chance.pick(['', '\u0000', '\ud800', '"', '\u001b[31m', '\n', '{', '\udc00\ud83d', '```'])
  return text.slice(0, at) + broken + text.slice(at + chance.below(30))
}

/** Every kind of text by its name. */
export const textKinds: Readonly<Record<string, Write>> = { ...plain, ...written, mixed, damaged }

const mega = 1_000_000

/** Texts of a million characters and more, by name. */
export const hugeTexts: Readonly<Record<string, () => string>> = {
  'one line of words': () => 'lamp worker-3 is lit '.repeat(mega / 20),
  'sentences behind a heading': () =>
    `Summary: ${Array.from({ length: mega / 50 }, (_, at) => `The lamp of room ${at} was not lit before dawn.`).join(' ')}`,
  'frames of one exception': () =>
    `${'  File "/app/a.py", line 3, in f\n    call()\n'.repeat(mega / 40)}ValueError: ${'It was not there. '.repeat(mega / 40)}`,
  'one line without a blank': () => 'lamp'.repeat(mega / 4),
  'megabytes of digits': () => '0123456789'.repeat(mega / 5),
  'JSON of one number': () => `[${'9'.repeat(mega)}]`,
  'JSON 200,000 levels deep': () => '['.repeat(mega / 5) + ']'.repeat(mega / 5),
  'objects that never end': () => '{"a":'.repeat(mega / 5),
  'lone surrogates': () => '\ud800'.repeat(mega),
  'characters of nothing': () => '\u0000'.repeat(mega),
  escapes: () => `["${'\\u00e9'.repeat(mega / 6)}"]`,
  'line ends': () => '\r\n'.repeat(mega / 2),
  records: () =>
    JSON.stringify(Array.from({ length: mega / 60 }, (_, at) => ({ id: at, name: `lamp ${at}`, note: null }))),
}
