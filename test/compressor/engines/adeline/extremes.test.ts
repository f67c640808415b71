// Extreme texts: deep, broken, huge. The engine never throws, its result is always sound, and its time is linear.

import { describe, expect, it } from 'vitest'
import { adeline } from '../../../../compressor/engines/adeline/editions.ts'
import { byRules } from '../../../../compressor/engines/adeline/learned/ranker.ts'
import { keepWhatIsListed } from '../../../../compressor/engines/adeline/line-rules.ts'
import { segment } from '../../../../compressor/engines/adeline/segment.ts'
import { scanJson } from '../../../../core/json/scan.ts'
import { spansFault } from '../../../../core/text/spans.ts'
import { expectLinear } from '../linear.ts'
import { budgets, compacted } from './compacted.ts'
import { jsonLeaves } from './json-leaves.ts'

const records = (count: number): string =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => ({ id: at, name: `lamp ${at}`, note: null, tags: [], etag: `x${at}x` })),
  )

describe('JSON at its limits', () => {
  const filler = records(30).slice(1, -1)

  it.each([
    ['numbers beyond any range', `[${filler},{"id":-0.0e-400,"big":${'9'.repeat(400)}.5E+99999}]`, '9'.repeat(400)],
    ['lone surrogates, raw and escaped', `[${filler},{"id":"\ud800","text":"\\udc00 \udfff"}]`, '"\\udc00 \udfff"'],
    ['escapes in keys and values', `[${filler},{"\\u0069d":"\\"\\\\\\/","t":"\\u0000"}]`, '"\\u0069d":"\\"\\\\\\/"'],
    ['keys that are names of JavaScript', `[${filler},{"__proto__":7,"constructor":8,"id":9}]`, '"__proto__":7'],
  ])('keeps the spelling of %s', (_name, text, piece) => {
    const before = jsonLeaves(text)
    expect(compacted(text)).toContain(piece)
    for (const budget of budgets)
      for (const [leaf, count] of jsonLeaves(compacted(text, budget)))
        expect(before.get(leaf) ?? 0).toBeGreaterThanOrEqual(count)
  })

  it('compacts JSON with CRLF between tokens, and keeps JSON after a byte order mark', () => {
    const text = JSON.stringify(JSON.parse(records(30)), null, 2).replaceAll('\n', '\r\n')
    expect(JSON.parse(compacted(text))).toEqual(JSON.parse(compacted(records(30))))
    expect(compacted(`\ufeff${text}`)).toContain('"name"')
  })

  it.each(['{}\n', '{"a":1}\n'])('keeps more JSON lines than an engine takes like code: %j', (line) => {
    const text = line.repeat(130_000)
    expect(compacted(text)).toBe(text)
  })

  it('compacts a value 10,000 levels deep', () => {
    const deep = `${'[{"a":'.repeat(5_000)}${records(300)}${'}]'.repeat(5_000)}`
    for (const budget of [0.5, 1]) {
      const left = compacted(deep, budget)
      expect(left.length).toBeLessThan(deep.length)
      expect(scanJson(left)).toBeDefined()
    }
  })

  it.each([
    ['with a comma too many', records(60).replace(']', ',]')],
    ['with single quotes', records(60).replaceAll('"', "'")],
    ['with a comment', records(60).replace('[', '[/* rows */')],
    ['with NaN', records(60).replaceAll('null', 'NaN')],
    ['with a raw line end in a string', records(60).replace('lamp 7', 'lamp\n7')],
    ['two on one line', `${records(20)} ${records(20)}`],
  ])('never takes almost-JSON for JSON: %s', (_name, text) => {
    expect(scanJson(text)).toBeUndefined()
    expect(compacted(text)).toBe(text)
  })

  it('keeps one broken line among JSON lines', () => {
    const line = (at: number) => JSON.stringify({ time: '2031-01-02T03:04:05Z', level: 'info', worker: at % 4 })
    const lines = Array.from({ length: 60 }, (_, at) => line(at))
    lines[30] = line(30).slice(0, -1)
    for (const budget of budgets) expect(compacted(lines.join('\n'), budget).split('\n')).toContain(lines[30])
  })
})

describe('a text with little in it', () => {
  it.each([
    '\n\n\n<code>1</code>\n<output>\n</output>',
    '  \n{}\r\n\r\n\udc00',
    'on\n\n\noff\n',
    '# Lamp\n\n# Lamp',
    '\u001b[31m \n\n\u001b[0m',
  ])('keeps something, at any budget: %j', (text) => {
    for (const budget of budgets) expect(compacted(text, budget).trim()).not.toBe('')
  })
})

describe('megabytes', () => {
  it.each([
    ['two of records', records(30_000)],
    ['half of one line', 'lamp '.repeat(100_000)],
    ['half of the same line', 'INFO the lamp is lit once more today\n'.repeat(13_500)],
  ])('are compacted soundly: %s', (_name, text) => {
    const result = adeline.compress(text, {})
    if ('kept' in result) expect(spansFault(text, result.kept)).toBeUndefined()
    else expect(result.abstained).toBe('saving-under-floor')
  })
})

describe('time', () => {
  const repeated =
    (text: string) =>
    (size: number): string =>
      text.repeat(Math.ceil(size / text.length)).slice(0, size)
  const numbered =
    (write: (at: number) => string) =>
    (size: number): string => {
      let text = ''
      for (let at = 0; text.length < size; at += 1) text += write(at)
      return text
    }

  it.each([
    ['brackets', repeated('[')],
    ['nested pairs', (size: number) => '['.repeat(size / 2) + ']'.repeat(size / 2)],
    ['objects that never end', repeated('{"a":')],
    ['quotes', repeated('"')],
    ['the same line', repeated('INFO the lamp is lit\n')],
    ['no line end', repeated('lamp ')],
    ['fences', repeated('```\n')],
    ['comments that never end', (size: number) => `<html>${'<!-- <script>'.repeat(size / 13)}`],
    ['open lines of JSON', repeated('{"a":1\n')],
    ['frames', repeated('\tat a.b.C.call(C.java:1)\n')],
    ['failures with ids', numbered((at) => `2031-01-02 10:00:00 ERROR order_${at} failed\n`)],
    ['ever deeper lines', numbered((at) => `${' '.repeat(at % 500)}lamp: on\n`)],
    ['ever deeper code', numbered((at) => `${' '.repeat(at % 400)}if (lamp) {\n`)],
    ['different keys', (size: number) => `{${numbered((at) => `"k${at}":${at},`)(size)}"z":1}`],
    ['sentences behind a heading', (size: number) => `Summary: ${'It was not lit before the end. '.repeat(size / 31)}`],
    [
      'frames of one exception',
      (size: number) =>
        `${'  File "a.py", line 3, in f\n'.repeat(size / 56)}ValueError: ${'It was not lit. '.repeat(size / 32)}`,
    ],
    ['escapes', (size: number) => `["${'\\u00e9'.repeat(size / 6)}"]`],
    ['carriage returns', repeated('a\r')],
    ['line ends behind sentences', (size: number) => `${'The lamp was lit. '.repeat(60)}${'\n'.repeat(size)}`],
    [
      'a commit of one hunk',
      (size: number) =>
        `commit 1b2c3d4e5f60\n\n    Add it\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,9 @@\n${'+lamp\n'.repeat(size / 6)}`,
    ],
    ['directories', numbered((at) => `./lamp${at}:\na.ts\nb.ts\n\n`)],
    ['one directory', (size: number) => `./lamps:\n${numbered((at) => `${at}.ts\n`)(size)}`],
    ['commits', numbered((at) => `commit 1b2c3d4e${at}\n\n    Light it\n\n`)],
    ['failures of a linter', (size: number) => `lamp.css\n${'  1:2  ✖  no lamp\n'.repeat(size / 18)}`],
    ['files with findings', numbered((at) => `lamp${at}.css\n  1:2  no lamp\n\n`)],
    ['one file with findings', (size: number) => `lamp.css\n${'  1:2  no lamp\n'.repeat(size / 15)}`],
    ['a printed value', (size: number) => `[${numbered((at) => `{'lamp': ${at},\n  'lit': True},\n`)(size)}]`],
    ['values that nothing closes', repeated("['lamp',\n")],
    ['quotes that nothing closes', repeated("[' \" \\' ")],
    ['escaped quotes outside a text', (size: number) => `['lamp', ${"\\'".repeat(size / 2)}`],
    ['printed records', numbered((at) => `Name: lamp${at}\nLit: yes\nRoom: ${at}\nPrice: 4\n\n`)],
    ['headings of sections', numbered((at) => `Lamps:\nlamp ${at}\n`)],
    ['one section', (size: number) => `Lamps:\n${'lamp and kettle\n'.repeat(size / 16)}`],
    ['options', (size: number) => `  -l, --lamp\n${'      lights it\n'.repeat(size / 16)}`],
    ['options behind tabs', (size: number) => `  -l, --lamp\n${'\t\tlights it\n'.repeat(size / 12)}`],
    ['exit codes', repeated('Exit code: 1\n')],
    ['records under their numbers', numbered((at) => `-[ RECORD ${at} ]\nlamp | ${at}\nlit | yes\n`)],
    [
      'one record of blanks',
      (size: number) => `-[ RECORD 1 ]\n${`${' '.repeat(64)}a${' '.repeat(300)}\n`.repeat(size / 366)}`,
    ],
    ['tables with a rule', numbered((at) => ` a | b\n---+---\n ${at} | 1\n`)],
    ['one rule', (size: number) => `${' a |'.repeat(size / 8)}\n${'---+'.repeat(size / 8)}---\n`],
    ['drawn tables', numbered((at) => ` a │ b\n───┼───\n ${at} │ 1\n\n`)],
    ['one drawn table', (size: number) => `a   b\n--- ---\n${'lit no\n'.repeat(size / 7)}`],
    ['one drawn rule', (size: number) => `a b\n${'-- '.repeat(size / 3)}\nlit no\n`],
    ['one drawn table of many columns', (size: number) => `lit\n${'-- '.repeat(600)}--\n${'on\n'.repeat(size / 3)}`],
    ['lists', numbered((at) => `lamp-${at}==1.${at}\n`)],
    ['lists between other lines', numbered((at) => `lamp-${at}==1.${at}\nlit by ${at}\n`)],
    ['warnings of a compiler', numbered((at) => `lamp.c:${at}:1: warning: lit\n ${at} | lamp\n`)],
    ['one warning of a compiler', (size: number) => `lamp.c:1:1: warning: lit\n${' 1 | lamp\n'.repeat(size / 10)}`],
    ['records in a frame', numbered((at) => `─[ RECORD ${at} ]─\nlamp │ ${at}\nlit │ yes\n`)],
    ['aligned records', numbered((at) => `lamp = ${at}\n lit = yes\n\n`)],
    ['one aligned record', numbered((at) => `lamp = ${at}\n lit = yes\n`)],
    ['documents of YAML', numbered((at) => `---\nkind: Lamp\nname: ${at}\nlit: yes\nroom: 4\n`)],
    ['one document of YAML', (size: number) => `kind: Lamp\nlit:\n${'- name: lamp\n  lit: yes\n'.repeat(size / 25)}`],
    ['elements of a page', numbered((at) => `- link "lamp" [level=1, ref=e${at}]\n`)],
    ['one element of a page', (size: number) => `- link [${'lamp, '.repeat(size / 6)}\n`],
    ['requests of a page', numbered((at) => `${at}. [GET] http://lamp.test/${at} => [200] OK\n`)],
    ['no requests of a page', repeated('] ')],
    ['edges', (size: number) => `[${numbered((at) => `{"from":${at},"to":1,"uri":"a:${at}"},`)(size)}{}]`],
    ['headings', numbered((at) => `## Lamp ${at}\n\nIt is lit, and nobody has seen it for a long time.\n\n`)],
    ['commands', (size: number) => `Usage: lamp\n${'  light  Lights it\n'.repeat(size / 19)}`],
    ['rows between semicolons', numbered((at) => `lamp;${at};lit\n`)],
    ['headers between semicolons', numbered(() => 'lamp;wick;oil\n')],
    ['failures in another language', numbered((at) => `ランプ${at}の点灯に失敗しました\n`)],
    ['words of another language', (size: number) => '灯りを消す'.repeat(size / 5)],
    ['keys of another language', (size: number) => `{${numbered((at) => `"項目${at}の名称":${at},`)(size)}"名":1}`],
    ['keyed lines', numbered((at) => `lamp${at}: lit\n`)],
    ['ever deeper keyed lines', numbered((at) => `${' '.repeat(at % 300)}lamp ${at}: lit\n`)],
    ['records of keyed lines', numbered((at) => `lamp: ${at}\nlit: yes\nroom: 4\noil: ${at}\n\n`)],
    ['words before no colon', (size: number) => `${'lamp '.repeat(80)}\n`.repeat(size / 401)],
    ['changes of a plan', numbered((at) => `  # lamp.a will be lit\n  + resource "a" "b" {\n      + oil = ${at}\n`)],
    ['steps of a plan', numbered((at) => ` ->  Scan on lamps  (cost=0.00..${at} rows=1)\n`)],
    ['findings above their places', numbered((at) => `F401 lamp ${at}\n --> a.py:${at}:1\n  |\nhelp: mend it\n`)],
    ['errors of CMake', (size: number) => `CMake Error at a:1\n${'  it is not lit\n'.repeat(size / 16)}`],
    ['places in a Dockerfile', repeated('Dockerfile:12\n')],
    ['remarks above examples', (size: number) => `Usage: lamp\n${'  # lights it\n  lamp light\n'.repeat(size / 28)}`],
    ['headings of options', (size: number) => `Usage: lamp\n${'Lights:\n  -l\n'.repeat(size / 13)}`],
    ['steps of a build', numbered((at) => `#${at % 9000} [1/2] RUN lamp\n#${at % 9000} lit\n`)],
    ['starts of tests', numbered((at) => `=== RUN   Lamp${at}\n--- PASS: Lamp${at} (0.0s)\n`)],
    ['a drawn graph', repeated('| | |\n* | 4adb83f3 lamp\n')],
    ['metrics', numbered((at) => `lamp{room="${at}"} 1\n`)],
    ['rows of Python', (size: number) => `[${numbered((at) => `{'lamp': ${at}, 'lit': None}, `)(size)}{'lamp': 1}]`],
    ['quotes of Python', (size: number) => `[{'lamp': '${"\\'".repeat(size / 2)}`],
    ['messages', (size: number) => `[${numbered((at) => `{"from":"a@b.c","to":"d${at}@e.f"},`)(size)}{}]`],
    ['rows with names', numbered((at) => `lamp-${at},${at},lit\n`)],
    ['statements', numbered((at) => `INSERT INTO lamps VALUES (${at});\n`)],
    ['records', (size: number) => `[${numbered((at) => `{"lamp":${at % 7},"lit":${at % 3}},`)(size)}{}]`],
    ['definitions of tables', numbered((at) => `CREATE TABLE lamps${at} (\n  id int\n);\n`)],
    [
      'one definition without an end',
      (size: number) => `CREATE TABLE lamps (\n${'CREATE INDEX a\n'.repeat(size / 15)}`,
    ],
    ['elements', numbered((at) => `<lamp><id>${at}</id>\n<name>lit</name>\n</lamp>\n`)],
    ['elements that do not end', repeated('<lamp><a><b><c><d>lit\n')],
    ['settings below heads', numbered((at) => `[lamp.${at}]\nlit = true\noil = ${at}\n\n`)],
    ['settings below one head', (size: number) => `[lamp]\n${'lit = true\n'.repeat(size / 11)}`],
    ['a setting before blanks', (size: number) => `[lamp]\nlit = 1\noil = [${' '.repeat(size)}x\n`],
    ['settings whose values do not end', (size: number) => `[lamp]\nlit = 1\n${'oil = [\n'.repeat(size / 8)}`],
    [
      'a definition whose columns do not end',
      (size: number) => `CREATE TABLE lamps (\n${'\n  id int,\n'.repeat(size / 11)}`,
    ],
    [
      'elements with texts that do not end',
      (size: number) => `${'<a>b</a>\n'.repeat(4)}${'<lamp>\nlit\n'.repeat(size / 11)}`,
    ],
    ['appointments', numbered((at) => ` 9:${10 + (at % 50)}am - 10:00am  lamp ${at}\n`)],
    [
      'pairs',
      (size: number) => `[${numbered((at) => `{"start":{"at":${at}},"end":{"at":${at}},"unit":"m"},`)(size)}{}]`,
    ],
    ['amounts of one record', (size: number) => `{${numbered((at) => `"a${at}":${at},`)(size)}"unit":"m","unit":"s"}`],
    [
      'texts of a value',
      (size: number) => `[${numbered((at) => `{"body":"It is lit ${at}. ${'lamp '.repeat(30)}"},`)(size)}{}]`,
    ],
    [
      'rows of several kinds',
      (size: number) => `[${numbered((at) => `{"a${at % 900}":"lit","b${at % 700}":${at}},`)(size)}{}]`,
    ],
    ['cycles of seven', repeated('a1\nb2\nc3\nd4\ne5\nf6\ng7\n')],
  ])('is linear: %s', (_name, write) => {
    expectLinear((text) => adeline.compress(text, { budget: 1 }), write)
  })
})

it.each([
  ['of sentences below one of sentences', `lit: ${'It is on. '.repeat(1_000)}\n so: ${'It is off. '.repeat(1_000)}\n`],
  ['of many lines below one of sentences', `lit: ${'It is on. '.repeat(1_000)}\n${' so: off\n'.repeat(1_000)}`],
])('ties no unit of a value of YAML to each of another value: %s', (_name, value) => {
  const { units } = segment(`---\nkind: Lamp\nname: hall\n${value} room: 4\n`, byRules, () => {}, keepWhatIsListed)
  const tied = [...units.companions.values()].reduce((sum, others) => sum + others.length, 0)
  expect(units.length).toBeGreaterThan(1_000)
  expect(tied).toBeLessThan(10 * units.length)
})

it('a text with more lines than a container can take stays untouched', () => {
  expect(adeline.compress('ok\n'.repeat(500_001), { budget: 1 })).toMatchObject({ abstained: 'too-large' })
})
