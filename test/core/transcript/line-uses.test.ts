// What the model's own turns say again of the texts before them.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'
import { type LineUses, lineUsesIn, saidIn } from '../../../core/transcript/line-uses.ts'
import { read } from '../dialects/reading.ts'

const said = (texts: readonly string[]): LineUses =>
  atOnce(
    lineUsesIn(
      atOnce(
        saidIn(
          read(dialects.messages, {
            messages: texts.flatMap((content) => [
              { role: 'user', content: 'go on' },
              { role: 'assistant', content },
            ]),
          }),
        ),
      ),
    ),
  )

describe('the name of a file', () => {
  it('is said since a message if this one or a later one has its last part', () => {
    const uses = said(['I open src/a.ts', 'now b.ts', 'done'])
    expect([0, 1, 2, 3, 5].map((message) => uses.isNamedSince('/repo/src/a.ts', message))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(uses.isNamedSince('C:\\work\\b.ts', 2)).toBe(true)
    expect(uses.isNamedSince('/c.ts', 0)).toBe(false)
  })

  it('counts as said where there are too many names to look for each in all that was said', () => {
    const uses = said([`nothing ${'of note, '.repeat(1_000_000)}`])
    const found = Array.from({ length: 20_000 }, (_, index) => uses.isNamedSince(`/file${index}.ts`, 0))
    expect(found.slice(0, 10)).toEqual(Array(10).fill(false))
    expect(found.slice(20)).toEqual(Array(19_980).fill(true))
  })
})

describe('marks on a letter', () => {
  it('are read in time that grows with the text, however many there are', () => {
    const since = performance.now()
    const uses = said([`name.ts ${'a\u0301'.repeat(20)} a${'\u0301\u0316'.repeat(60_000)}`])
    expect(uses.isNamedSince('/src/name.ts', 0)).toBe(true)
    expect(performance.now() - since).toBeLessThan(1_000)
  })
})

/** A call of chat completions, whose arguments a client has spelled in ASCII alone, as `json.dumps` of Python does. */
const called = (argument: string): LineUses => {
  const escaped = JSON.stringify({ text: argument }).replace(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const call = { id: 'call_1', type: 'function', function: { name: 'write', arguments: escaped } }
  const messages = [
    { role: 'user', content: 'go on' },
    { role: 'assistant', content: null, tool_calls: [call] },
  ]
  return atOnce(lineUsesIn(atOnce(saidIn(read(dialects['chat-completions'], { messages })))))
}

describe('what is said in other scripts', () => {
  it('names a file that a client has spelled in ASCII alone', () => {
    expect(called('open 資料/見積書.md').isNamedSince('/repo/資料/見積書.md', 0)).toBe(true)
    expect(called('open 資料/請求書.md').isNamedSince('/repo/資料/見積書.md', 0)).toBe(false)
  })

  it('names a file whose accents are characters of their own', () => {
    const decomposed = 'Übersicht.md'.normalize('NFD')
    expect(said(['I open Übersicht.md']).isNamedSince(`/repo/${decomposed}`, 0)).toBe(true)
    expect(said([`I open ${decomposed}`]).isNamedSince('/repo/Übersicht.md', 0)).toBe(true)
  })

  it('quotes lines of few wide letters, which say as much as twice as many others', () => {
    expect(said(['灯りを必ず消す']).lastUse('  12\t灯りを必ず消す')).toBe(1)
    expect(called('見積書\n請求書は送らない\n以上').lastUse('請求書は送らない')).toBe(1)
    expect(said(['a lamp']).lastUse('a lamp')).toBe(-1)
    expect(said(['灯り']).lastUse('灯り')).toBe(-1)
  })
})
