// Arbitrary texts of every kind that the engine knows, mixed and damaged.

import fc from 'fast-check'
import { jsonText } from '../../../core/json/arbitrary.ts'

const word = fc.constantFrom(
  'order',
  'paid',
  'worker-3',
  'café',
  '漢字',
  'INFO',
  'x_y',
  'a.b',
  'src/app',
  '😀',
  'the',
  'is',
)
const number = fc.nat({ max: 99_999 }).map(String)
const words = fc.array(fc.oneof(word, number), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
const size = fc.integer({ min: 1, max: 40 })

/** Lines of one template with different numbers. */
const run = fc
  .tuple(words, size, fc.nat({ max: 50 }))
  .map(([what, count, odd]) =>
    Array.from({ length: count }, (_, at) => `${what} took ${at === odd ? 90_000 : at % 17} ms`).join('\n'),
  )

const failure = fc.constantFrom(
  'ERROR payment 12 refused',
  'Traceback (most recent call last):',
  'panic: index out of range',
  '2031-01-02 10:00:00 FATAL disk full',
)

const python = fc
  .tuple(size, words)
  .map(
    ([depth, what]) =>
      `Traceback (most recent call last):\n${Array.from({ length: depth }, (_, at) => `  File "/app/lib/python3.12/site-packages/m${at}.py", line ${at}, in f\n    call(${at})`).join('\n')}\nValueError: ${what}`,
  )

const java = fc
  .tuple(size, words)
  .map(
    ([depth, what]) =>
      `java.lang.IllegalStateException: ${what}\n${Array.from({ length: depth }, (_, at) => `\tat org.junit.runners.R.run(R.java:${at})`).join('\n')}`,
  )

const csv = fc
  .tuple(size, fc.integer({ min: 2, max: 4 }), word)
  .map(([rows, columns, what]) =>
    [
      Array.from({ length: columns }, (_, at) => `c${at}`).join(','),
      ...Array.from({ length: rows }, (_, row) =>
        [row, ...Array.from({ length: columns - 1 }, () => `"${what}, ${row % 3}"`)].join(','),
      ),
    ].join('\n'),
  )

const markdownTable = fc
  .tuple(size, word)
  .map(([rows, what]) =>
    ['| n | what |', '|---|---|', ...Array.from({ length: rows }, (_, row) => `| ${row} | ${what} |`)].join('\n'),
  )

const diff = fc
  .array(words, { minLength: 1, maxLength: 4 })
  .map((hunks) =>
    [
      'diff --git a/x.ts b/x.ts',
      '--- a/x.ts',
      '+++ b/x.ts',
      ...hunks.flatMap((hunk, at) => [`@@ -${at},2 +${at},2 @@`, ` ${hunk}`, `-old ${at}`, `+new ${at}`]),
    ].join('\n'),
  )

const code = fc
  .array(words, { minLength: 1, maxLength: 5 })
  .map((bodies) => bodies.map((body, at) => `def f${at}(a, b):\n    # ${body}\n    return g(a, b)\n`).join('\n'))

const listing = fc
  .array(word, { minLength: 4, maxLength: 9 })
  .map((names) => names.map((name, at) => `-rw-r--r-- 1 root root ${at} Jan  1 00:00 ${name}.txt`).join('\n'))

const settings = fc
  .array(fc.tuple(word, fc.constantFrom('null', '1', 'yes', '""', '{}')), { minLength: 5, maxLength: 9 })
  .map((entries) => `top:\n${entries.map(([, value], at) => `  key${at}: ${value}`).join('\n')}`)

const prose = fc
  .array(words, { minLength: 1, maxLength: 6 })
  .map((sentences) => sentences.map((sentence) => `The ${sentence} was not in the list of the day.`).join(' '))

const markdown = fc.tuple(words, prose).map(([title, text]) => `# ${title}\n\n- ${title}\n  - ${text}\n\n${text}`)

const jsonLines = fc
  .tuple(size, words)
  .map(([count, what]) =>
    Array.from({ length: count }, (_, at) => JSON.stringify({ time: '2031-01-02T00:00:00Z', n: at % 5, what })).join(
      '\n',
    ),
  )

const prettyJson = fc
  .array(fc.record({ id: fc.nat(), name: word, tags: fc.array(word, { maxLength: 3 }), none: fc.constant(null) }), {
    maxLength: 20,
  })
  .map((rows) => JSON.stringify({ rows, next: null, etag: 'abc' }, null, 2))

const page = words.map(
  (text) => `<!doctype html><html><style>p{}</style><!-- note --><p>${text}</p><script>x()</script></html>`,
)

/** One block of text of a known kind. */
const block: fc.Arbitrary<string> = fc.oneof(
  run,
  failure,
  python,
  java,
  csv,
  markdownTable,
  diff,
  code,
  listing,
  settings,
  prose,
  markdown,
  jsonLines,
  prettyJson,
  jsonText,
  page,
  words,
)

const lineEnd = fc.constantFrom('\n', '\n\n', '\r\n', '\n\n\n\n', '  \n', '\r')

/** Several blocks, separated by all sorts of line ends. */
const mixedText: fc.Arbitrary<string> = fc
  .array(fc.tuple(block, lineEnd), { minLength: 1, maxLength: 5 })
  .map((blocks) => blocks.flat().join(''))

/** A mixed text with a part cut out, doubled or damaged. */
const damagedText: fc.Arbitrary<string> = fc
  .tuple(
    mixedText,
    fc.nat(),
    fc.nat({ max: 30 }),
    fc.constantFrom('', '\u0000', '\ud800', '"', '\u001b[31m', '\n', '{', '\udc00\ud83d'),
  )
  .map(([text, at, length, insert]) => {
    const position = at % (text.length + 1)
    return text.slice(0, position) + insert + text.slice(position + length)
  })

/** Any text. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: mixedText },
  { weight: 4, arbitrary: damagedText },
  { weight: 2, arbitrary: block },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
)
