import { describe, expect, it } from 'vitest'
import { csvText } from '../../../core/ledger/csv.ts'

const cells = (...texts: readonly (string | number | boolean | undefined)[]): string =>
  csvText(
    texts.map((_, index) => `c${index}`),
    [Object.fromEntries(texts.map((text, index) => [`c${index}`, text]))],
  ).replace(/^.*\r\n/, '')

describe('cells', () => {
  it.each(['=1', '+1', '-1', '@a', '\t1', '＝1', '＋1', '－1', '＠a'])(
    'of text that a spreadsheet would run are text: %j',
    (text) => {
      expect(cells(text)).toBe(`'${text}\r\n`)
    },
  )

  it('that begin with the end of a line are text as well, and quoted', () => {
    expect(cells('\r=1')).toBe(`"'\r=1"\r\n`)
    expect(cells('\n=1')).toBe(`"'\n=1"\r\n`)
  })

  it('of numbers stay numbers, and nothing stays nothing', () => {
    expect(cells(-1, 0.5, true, undefined, 'a-1')).toBe('-1,0.5,true,,a-1\r\n')
  })

  it('with a quote, a comma or a line end are quoted', () => {
    expect(cells('a"b', 'a,b', 'a\nb')).toBe('"a""b","a,b","a\nb"\r\n')
  })
})
