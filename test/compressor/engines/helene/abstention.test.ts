// Which texts come back untouched, and why.

import { describe, expect, it } from 'vitest'
import { helene } from '../../../../compressor/engines/helene/engine.ts'
import { countTokens } from '../../../../compressor/text/tokens.ts'
import { sliceSpans } from '../../../../core/text/spans.ts'

const english =
  'The committee met on Monday and decided that the new bridge should not be opened before the inspection was complete. '
const german =
  'Die Geschichte der Stadt beginnt im zwölften Jahrhundert, als der Herzog eine Burg am Fluss errichten ließ. Später wurde sie von Kaufleuten besiedelt, die mit Salz und Tuch handelten. '
const spanish =
  'La ciudad fue fundada en el siglo doce por un duque que mandó construir un castillo junto al río, y la población creció con rapidez. '
const dutch =
  'De stad is in de twaalfde eeuw gesticht en was lange tijd een belangrijk centrum van handel over het water. We weten dat de haven in die tijd veel schepen had. '
const chinese = '这座城市建于十二世纪，当时公爵下令在河边建造一座城堡。后来，商人们来到这里，出售盐和布匹。'
const japanese = 'この町は十二世紀に建てられました。その後、商人たちがやって来て、塩や布を売りました。'

const cases: readonly (readonly [why: string, text: string, reason: string])[] = [
  ['nothing', '', 'empty'],
  ['white space', ' \n\t\u00a0 ', 'empty'],
  ['a short message', english, 'too-short'],
  ['German', german.repeat(4), 'language-not-covered'],
  ['Spanish', spanish.repeat(5), 'language-not-covered'],
  ['Dutch', dutch.repeat(4), 'language-not-covered'],
  ['Chinese', chinese.repeat(6), 'language-not-covered'],
  ['Japanese', japanese.repeat(6), 'language-not-covered'],
  [
    'Russian',
    'Город был основан в двенадцатом веке князем, который построил замок у реки. '.repeat(6),
    'language-not-covered',
  ],
  ['code', 'const total = compute(rows)\nif (total > 3) {\n  report(total)\n}\n'.repeat(10), 'code'],
  ['a listing', 'drwxr-xr-x 2 root root 4096 Jan 1 10:00 folder\n'.repeat(12), 'listing'],
  ['grep hits', 'src/a.ts:12: the value of the thing\nsrc/b.ts:40: the other one\n'.repeat(10), 'listing'],
  ['JSON', JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, text: 'the thing of the day' }))), 'structured'],
  ['a table', '| the name | of the thing |\n|---|---|\n| the first | of them |\n'.repeat(12), 'structured'],
  ['a log', '2026-01-02 10:00:00 INFO the server of the house has started\n'.repeat(12), 'structured'],
  ['numbers', '12 and 14 17 20 33 41 58 62 70 81 95 '.repeat(20), 'structured'],
  ['base64', `${'QUJDRGVmZ2hpamtsbW5vcA'.repeat(60)} ${english}`, 'binary'],
  ['control characters', `${english}${'\0\x01\x02\x03'.repeat(30)}`.repeat(4), 'binary'],
  [
    'notes without articles',
    'committee met Monday decided bridge not opened before inspection complete. '.repeat(9),
    'already-compressed',
  ],
  ['a text of more than a million characters', english.repeat(9_000), 'too-large'],
  ['a text with too many marks', '(a) '.repeat(110_000), 'too-large'],
  ['a long gap', `${english.repeat(40)}${'really just '.repeat(100)}${english.repeat(3)}`, 'rejected-by-gate'],
  [
    'much that must stay',
    'You must not sign the contract unless at least 2 of the 3 partners agree. '.repeat(7),
    'saving-under-floor',
  ],
]

describe('helene-1 abstains', () => {
  it.each(cases)('from %s', (_why, text, reason) => {
    expect(helene.compress(text, {})).toMatchObject({ abstained: reason })
  })

  it('from a text more than 30 % of which stand in a table, at any rate', () => {
    const table = `\n| name | value | note |\n|---|---|---|\n${'| the row | 37 | nothing to see |\n'.repeat(40)}\n`
    const prose = (share: number): string =>
      english.repeat(Math.round((table.length * (1 / share - 1)) / english.length))
    for (const options of [{}, { rate: 0.9 }]) {
      expect(helene.compress(prose(0.32) + table, options)).toMatchObject({ abstained: 'structured' })
      expect(helene.compress(prose(0.28) + table, options)).not.toHaveProperty('abstained')
    }
  })

  it('from any text at rate 0', () => {
    expect(helene.compress(english.repeat(5), { rate: 0 })).toMatchObject({ abstained: 'rate-zero' })
  })

  it('with a rate from what it cannot compress well, but not from short or shortened prose', () => {
    expect(helene.compress('Please see the file.', { rate: 0.5 })).toMatchObject({ abstained: 'too-short' })
    for (const text of [german.repeat(4), chinese.repeat(6)])
      expect(helene.compress(text, { rate: 0.5 })).toMatchObject({ abstained: 'language-not-covered' })
    expect(helene.compress(english, { rate: 0.4 })).toMatchObject({ floorReached: false })
    const notes = 'committee met Monday decided bridge not opened before inspection complete. '.repeat(9)
    expect(helene.compress(notes, { rate: 0.3 })).toHaveProperty('kept')
  })
})

const largest = 60_000
const mostMilliseconds = 5_000

/** Milliseconds of the processor that this thread takes for it: other suites run beside this one. */
const timeOf = <Result>(work: () => Result): { readonly result: Result; readonly milliseconds: number } => {
  const since = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(since)
  return { result, milliseconds: (user + system) / 1_000 }
}

describe('helene-1 is linear', () => {
  it.each([
    ['prose on one line', english],
    ['one endless word', 'a'],
    ['digits', '1'],
    ['numbers', 'the 12 cats of '],
    ['no spaces', 'Thecommitteemet.'],
    ['quotation marks', '"'],
    ['quoted words', '"the cat '],
    ['apostrophes', "'"],
    ['backticks', '` '],
    ['opening brackets', '('],
    ['opened words', '(the cat sat '],
    ['link openings', '[a]('],
    ['JSON openings', '[\n'],
    ['bars', '|'],
    ['combining marks', '\u0301'],
    ['letters with combining marks', 'e\u0301 '],
    ['lone surrogates', '\ud800'],
    ['words and lone surrogates', 'the \ud800 cat '],
    ['NULs', 'the \0 cat '],
    ['CRLF', '\r\n'],
    ['lines that end in CRLF', 'The cat sat on the mat.\r\n'],
    ['spaces', ' '],
    ['dashes', 'a—'],
    ['dashes that end sentences', '-. '],
    ['notes', 'a.[1]'],
    ['questions', 'the? '],
    ['names', 'New York and '],
    ['slashes after line ends', 'the cat.\n/usr '],
    ['mixed languages', 'the cat 漢字 и кошка '],
  ])('in %s', (_what, piece) => {
    const monotonous = piece.repeat(Math.ceil(largest / piece.length))
    for (const text of [monotonous, english.repeat(100) + monotonous + english.repeat(500)]) {
      const { result, milliseconds } = timeOf(() => helene.compress(text, { rate: 0.5 }))
      expect(milliseconds).toBeLessThan(mostMilliseconds)
      if ('kept' in result) expect(countTokens(sliceSpans(text, result.kept))).toBe(result.tokensAfter)
    }
  })

  it.each([
    ['deep nesting', `${'(the '.repeat(20_000)}${'cat) '.repeat(20_000)}`],
    ['denials of nothing', "don't ".repeat(100_000)],
  ])('in %s', (_what, text) => {
    const { milliseconds } = timeOf(() => helene.compress(text, { rate: 0.5 }))
    expect(milliseconds).toBeLessThan(mostMilliseconds)
  })
})
