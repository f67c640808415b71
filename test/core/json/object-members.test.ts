import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Members, membersOf } from '../../../core/json/object-members.ts'
import { rawOf } from '../../../core/json/read.ts'
import { scanBody, scanJson } from '../../../core/json/scan.ts'

const told = (members: Members | undefined): [string, number][] | undefined => {
  if (members === undefined) return undefined
  const all: [string, number][] = []
  members.each((name, node) => all.push([name, node]))
  return all
}

/** Few names of few characters, so that some stand twice, and spellings that are not what they mean. */
const spelledName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'ab', 'id', 'type', 'content', 'tool_use_id', '') },
  { weight: 1, arbitrary: fc.constantFrom('\\u0061', '\\"', '\\\\', 'ä', '\\u00e4', '😀', '\\ud83d\\ude00', 'a\\nb') },
  { weight: 2, arbitrary: fc.stringMatching(/^[ -!#-[\]-~]{0,6}$/) },
)

const objects = fc.array(fc.tuple(spelledName, fc.constantFrom('1', '"x"', '[1,{"a":2}]', '{"a":{"b":[]}}')), {
  maxLength: 20,
})

describe('the members of an object', () => {
  it('are in a body what they are in a text, by whatever they are told apart', () => {
    fc.assert(
      fc.property(objects, fc.array(spelledName), (object, others) => {
        const text = `{${object.map(([name, value]) => `"${name}" : ${value}`).join(' , ')}}`
        const [tape, body] = [scanJson(text), scanBody(Buffer.from(text), 10_000)]
        if (tape === undefined || typeof body !== 'object') throw new Error('This is JSON.')
        const names = object.map(([name]) => String(JSON.parse(`"${name}"`)))
        const members = membersOf(body, 0)
        expect(told(members)).toEqual(told(membersOf(tape, 0)))
        expect(members === undefined).toBe(new Set(names).size < names.length)
        if (members === undefined) return
        for (const [index, name] of names.entries()) {
          expect(members.has(name)).toBe(true)
          expect(rawOf(body, members.get(name) ?? -1)).toBe(object[index]?.[1])
        }
        for (const name of others.map((other) => String(JSON.parse(`"${other}"`))))
          if (!names.includes(name)) expect([members.get(name), members.has(name)]).toEqual([undefined, false])
      }),
      { numRuns: 3_000 },
    )
  })

  it('are none of what is no object', () => {
    const body = scanBody(Buffer.from('["a"]'), 10)
    if (typeof body !== 'object') throw new Error('This is JSON.')
    expect([membersOf(body, 0), membersOf(body, 1), membersOf(body, undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
