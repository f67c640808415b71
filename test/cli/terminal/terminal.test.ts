// What a terminal is sent.

import { describe, expect, it } from 'vitest'
import { openTerminal, widthOf } from '../../../cli/terminal/terminal.ts'

const printedBy = (isTTY: boolean, environment: Record<string, string> = {}, columns = 80) => {
  let text = ''
  const stream = { isTTY, columns, write: (more: string) => (text += more) }
  return { terminal: openTerminal(stream, stream, environment), text: () => text }
}

// A name that clears the screen, sets the title, writes in C1, and turns text around.
const hostile = 'a\u001b[2J\u001b]0;title\u0007\u009b31m\u202eb\u2066\r\n\tc\u200f'

describe('a terminal', () => {
  it.each([true, false])('is given nothing to obey by strangers, on a screen: %s', (isTTY) => {
    const { terminal, text } = printedBy(isTTY)
    terminal.print(hostile)
    terminal.note([hostile, { text: hostile, style: 'bold' }])
    terminal.document({ [hostile]: hostile })
    terminal.repaint([hostile])
    const own = text().replaceAll('\u001b[1m', '').replaceAll('\u001b[0m', '').replaceAll('\u001b[H\u001b[2J', '')
    expect(own.replaceAll('\n', '')).toMatch(/^[^\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+$/u)
  })

  it('is as wide as it says; as wide as most where it says nothing, and a file has no end', () => {
    const widths = [printedBy(true, {}, 132), printedBy(true, {}, 0), printedBy(false)]
    expect(widths.map(({ terminal }) => terminal.columns())).toEqual([132, 80, Number.POSITIVE_INFINITY])
  })

  it('leaves JSON what it was', () => {
    const { terminal, text } = printedBy(false)
    terminal.document({ name: hostile })
    expect(JSON.parse(text())).toEqual({ name: hostile })
  })

  it.each([
    ['a person who wants no colour', true, { NO_COLOR: '1' }],
    ['a terminal without any', true, { TERM: 'dumb' }],
    ['a file', false, {}],
  ])('sends no style to %s', (_who, isTTY, environment) => {
    const { terminal, text } = printedBy(isTTY, environment)
    terminal.print([{ text: 'x', style: 'good' }])
    expect(text()).toBe('x\n')
  })

  it('sends styles to a screen, and counts what is seen of them', () => {
    const { terminal, text } = printedBy(true, { NO_COLOR: '' })
    terminal.print(['a', { text: 'x', style: 'bold' }])
    expect(text()).toBe('a\u001b[1mx\u001b[0m\n')
    expect(widthOf(['a', { text: 'x', style: 'bold' }])).toBe(2)
  })

  it.each([
    ['日本語', 6],
    ['한글 カナ ｶﾅ', 4 + 1 + 4 + 1 + 2],
    ['Ａ1 🙂', 2 + 1 + 1 + 2],
    ['e\u0301 Ключ −→', 1 + 1 + 4 + 1 + 2],
    ['キーとユーザー', 14],
    ['한글'.normalize('NFD'), 4],
    ['🇩🇪 ก็ שלום', 2 + 1 + 1 + 1 + 4],
  ])('shows %s in as many columns as terminals do', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })
})
