// Sessions whose tools come and change as their servers do, and whose clients move breakpoints or keep less than was typed.

import { describe, expect, it } from 'vitest'
import { madeUpSession } from '../../../eval/cost/search/client/session.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'

const seeds = [1, 2, 3, 4, 5, 6]

const sentOf = (shape: ShapeName, model: ModelName, number: number) =>
  [...madeUpSession({ number, shape, model, lifetime: model === 'gpt-5.6' ? '30m' : '5m' }).waves()].flat()

interface Listed {
  readonly name: string
  readonly description: string
}

/** The system text and the tools of each request, by the conversation that it is of. */
const framesOf = (shape: ShapeName, number: number) =>
  sentOf(shape, 'opus-5', number).map(({ body, conversation = 0, act }) => {
    const { tools, system, messages }: { tools: Listed[]; system: unknown; messages: unknown[] } = JSON.parse(body)
    return { tools, system: JSON.stringify(system), first: JSON.stringify(messages[0]), conversation, act }
  })

const namesOf = (tools: readonly Listed[]): readonly string[] => tools.map(({ name }) => name)

describe('a session of servers and breakpoints', () => {
  it('ends a cached prefix at the newest result alone', () => {
    const counts = seeds.flatMap((number) =>
      sentOf('moving breakpoints', 'gpt-5.6', number).map(
        ({ body }) => body.split('"prompt_cache_breakpoint"').length - 1,
      ),
    )
    expect(counts.filter((count) => count === 1).length).toBeGreaterThan(20)
    expect(Math.max(...counts)).toBe(1)
  })

  it('says another day of the same tools', () => {
    const changed = seeds.flatMap((number) => {
      const frames = framesOf('dated tools', number)
      expect(new Set(frames.map(({ tools }) => namesOf(tools).join())).size).toBe(1)
      return frames.filter(({ act }) => act === 'tools')
    })
    expect(changed.length).toBeGreaterThan(3)
    expect(changed.every(({ tools }) => tools.some(({ description }) => /\(as of day \d+\)$/.test(description)))).toBe(
      true,
    )
  })

  it('has the tools of a server that connects beside each other, and none of those before is gone', () => {
    const grown = seeds.flatMap((number) => {
      const frames = framesOf('late servers', number)
      return frames.flatMap(({ tools, act }, at) => {
        const before = frames[at - 1]
        return act === 'tools' && before !== undefined ? [{ before: namesOf(before.tools), after: namesOf(tools) }] : []
      })
    })
    expect(grown.length).toBeGreaterThan(3)
    for (const { before, after } of grown) {
      expect(after.filter((name) => before.includes(name))).toEqual(before)
      const places = after.flatMap((name, at) => (before.includes(name) ? [] : [at]))
      expect(places.length).toBeGreaterThan(0)
      expect(places.at(-1)).toBe((places[0] ?? 0) + places.length - 1)
    }
    expect(grown.some(({ before, after }) => after.at(-1) === before.at(-1))).toBe(true)
  })

  it('has agents with the system text of the first, and some of its tools', () => {
    const fewer = seeds.flatMap((number) => {
      const frames = framesOf('fewer tools', number)
      const main = frames.find(({ conversation }) => conversation === 0)
      return frames
        .filter(({ conversation }) => conversation > 0)
        .map((frame) => {
          expect(
            frame.tools.every(({ name, description }) =>
              main?.tools.some((one) => one.name === name && one.description === description),
            ),
          ).toBe(true)
          return frame.tools.length < (main?.tools.length ?? 0)
        })
    })
    expect(fewer.filter(Boolean).length).toBeGreaterThan(10)
  })

  it('has what the user typed until it is written down', () => {
    const ends = seeds.flatMap((number) =>
      sentOf('typed blanks', 'opus-5', number).map(({ body }) => {
        const { messages }: { messages: { role: string; content: { type: string; text?: string }[] }[] } =
          JSON.parse(body)
        return messages
          .filter(({ role }) => role === 'user')
          .flatMap(({ content }) =>
            content.flatMap(({ type, text }) => (type === 'text' ? [text?.endsWith('  \r\n')] : [])),
          )
      }),
    )
    expect(ends.every((typed) => typed.at(-1) === true && typed.filter(Boolean).length === 1)).toBe(true)
    expect(ends.some((typed) => typed.includes(false))).toBe(true)
  })
})
