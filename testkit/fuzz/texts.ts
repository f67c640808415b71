// Texts that nobody writes and somebody sends: bytes read as UTF-16, JSON without end, broken characters, and every kind
// of text that an engine knows, mixed and damaged.

import type { Random } from '../random.ts'

type Write = (random: Random) => string

const words = (
  'the order was not paid because lamp worker-3 café 漢字 INFO x_y a.b src/app/main.ts 😀 2031-01-02T03:04:05Z ' +
  '3.50 € 12 never must 99 % https://a.test/x?y=1 parseOrder ERROR it is and of'
).split(' ')
const word: Write = (random) => words[random.below(words.length)] ?? ''
const phrase: Write = (random) => random.times(1 + random.below(6), () => word(random), ' ')

const units: Write = (random) => random.times(random.below(80), () => String.fromCharCode(random.below(65_536)))
const brokenPairs: Write = (random) =>
  random.times(random.below(40), () =>
    random.pick([
      String.fromCharCode(0xd800 + random.below(1_024)),
      String.fromCharCode(0xdc00 + random.below(1_024)),
      word(random),
      ' ',
      '"',
    ]),
  )
const controls: Write = (random) =>
  random.times(random.below(60), () => random.pick([String.fromCharCode(random.below(32)), '\u0000', word(random)]))
const digits: Write = (random) =>
  random.times(random.below(60), () => random.pick([`${random.below(10)}`, '.', '-', 'e', `${random.below(1e9)}`]))
const blanks: Write = (random) =>
  random.times(random.below(60), () => random.pick([' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u2028', 'a']))
const marks: Write = (random) =>
  random.times(random.below(200), () =>
    random.pick(['{', '}', '[', ']', '"', ':', ',', '\\', '1', 'a', '\n', '`', '|']),
  )
const longLine: Write = (random) => random.times(20 + random.below(40), () => word(random), random.pick([' ', '', ',']))

const value = (random: Random, depth: number): string => {
  const kind = random.below(depth > 0 ? 8 : 5)
  if (kind === 0) return random.pick(['null', 'true', 'false', '{}', '[]', '""'])
  if (kind === 1) return random.pick([`${random.below(100_000)}`, '-0.0', '1e400', '0.10'])
  if (kind < 5) return JSON.stringify(phrase(random))
  if (kind === 5) return `[${random.times(random.below(6), () => value(random, depth - 1), ',')}]`
  const fields = random.times(random.below(6), (at) => `"${word(random)}${at % 3}": ${value(random, depth - 1)}`, ', ')
  return `{${fields}}`
}
const json: Write = (random) => value(random, 4)
const deep: Write = (random) => {
  const [opening, closing] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":1,"b":', '}]'],
  ])
  const depth = random.below(40)
  return opening.repeat(depth) + value(random, 1) + closing.repeat(depth)
}
const records: Write = (random) => {
  const one = (at: number): string =>
    `{"id": ${at}, "name": ${JSON.stringify(word(random))}, "state": "open", "note": null, "price": ${random.below(999)}}`
  return `[${random.times(1 + random.below(14), one, random.pick([',', ', ', ',\n  ']))}]`
}
const jsonLines: Write = (random) =>
  random.times(1 + random.below(13), (at) => `{"time":"2031-01-02T00:00:${at}Z","what":"${at % 3}"}`, '\n')
const log: Write = (random) =>
  random.times(
    1 + random.below(12),
    (at) => `2031-01-02 10:00:${10 + at} ${random.pick(['INFO', 'INFO', 'WARN', 'ERROR'])} ${phrase(random)}`,
    '\n',
  )
const trace: Write = (random) =>
  `Traceback (most recent call last):\n${random.times(random.below(12), (at) => `  File "/app/m${at}.py", line ${at}, in f\n    call(${at})\n`)}ValueError: ${phrase(random)}`
const code: Write = (random) =>
  random.times(1 + random.below(4), (at) => `def f${at}(a, b):\n    # ${phrase(random)}\n    return g(a, ${at})\n\n`)
const diff: Write = (random) =>
  `diff --git a/x b/x\n--- a/x\n+++ b/x\n${random.times(random.below(4), (at) => `@@ -${at},2 +${at},2 @@\n ${phrase(random)}\n-a\n+b\n`)}`
const table: Write = (random) =>
  `| n | what |\n|---|---|\n${random.times(random.below(26), (at) => `| ${at} | ${word(random)} |\n`)}`
const prose: Write = (random) =>
  random.times(
    1 + random.below(6),
    () => `The ${phrase(random)} was not in the list of the day.`,
    random.pick([' ', '\n\n']),
  )
const markdown: Write = (random) =>
  `# ${phrase(random)}\n\n- ${phrase(random)}\n  - ${prose(random)}\n\n> ${prose(random)}`
const page: Write = (random) => `<!doctype html><style>p{}</style><p>${phrase(random)}</p><script>x()</script>`

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

const mixed: Write = (random) =>
  random.times(1 + random.below(3), () => random.pick(blocks)(random), random.pick(['\n', '\n\n', '\r\n', '']))
const damaged: Write = (random) => {
  const text = mixed(random)
  const at = random.below(text.length + 1)
  const broken = random.pick(['', '\u0000', '\ud800', '"', '\u001b[31m', '\n', '{', '\udc00\ud83d', '```'])
  return text.slice(0, at) + broken + text.slice(at + random.below(30))
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
