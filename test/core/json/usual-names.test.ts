import { describe, expect, it } from 'vitest'
import { membersOf } from '../../../core/json/object-members.ts'
import { stringOf } from '../../../core/json/read.ts'
import { scanBody } from '../../../core/json/scan.ts'
import { usualNameAt } from '../../../core/json/usual-names.ts'

const nameIn = (text: string): string | undefined => usualNameAt(Buffer.from(text), 1, text.length - 1)

describe('a usual name', () => {
  it.each(['id', 'role', 'content', 'tool_use_id', 'function_call_output'])('%s is told by its bytes', (name) => {
    expect(nameIn(`"${name}"`)).toBe(name)
  })

  it.each(['"rolE"', '"ro\\u006ce"', '"rolé"', '""', '"a"', '"tool_use_ix"', '"contents"'])('%s is none', (text) => {
    expect(nameIn(text)).toBeUndefined()
  })

  it('reads like any other string', () => {
    const spelled = ['role', 'r\\u006fle', 'röle', 'rola', 'text', 'tex', '']
    const body = Buffer.from(`[${spelled.map((name) => `{"${name}":"${name}"}`).join(',')}]`)
    const tape = scanBody(body, 1_000)
    if (typeof tape !== 'object') throw new Error('The body is JSON.')
    const read = spelled.map((_, index) => {
      const read: unknown[] = []
      membersOf(tape, 1 + 3 * index)?.each((name, node) => read.push(name, stringOf(tape, node)))
      return read
    })
    expect(read).toEqual(spelled.map((name) => [JSON.parse(`"${name}"`), JSON.parse(`"${name}"`)]))
  })
})
