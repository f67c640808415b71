// Where the turns of a client begin and end, and where they are answered.

import { describe, expect, it } from 'vitest'
import { answeredAt, beginningOfTurn, turnEnds } from '../../../core/transcript/client-turns.ts'
import type { Side } from '../../../core/transcript/message.ts'

const sides: Readonly<Record<string, Side>> = { c: 'client', m: 'model', i: 'instructions' }
/** A letter for each message: of the client, of the model, or instructions. */
const spoken = (letters: string) => ({
  messages: [...letters].map((letter, node) => ({ node, side: sides[letter] ?? 'client', blocks: 1 })),
})

describe('a turn of the client', () => {
  it.each([
    ['cmcmc', [1, 3, 5]],
    ['ccmccc', [2, 6]],
    // Several messages of the model end one turn.
    ['cmmcm', [1, 4]],
    ['icmic', [2, 5]],
    // Instructions behind its last message are not its end.
    ['cimci', [1, 4]],
    ['mcm', [2]],
    ['m', []],
    ['i', []],
    ['', []],
  ])('of %s ends behind %j messages', (letters, ends) => {
    expect(turnEnds(spoken(letters))).toEqual(ends)
  })

  it.each([
    ['cmcmccmc', 0, 7],
    ['cmcmccmc', 1, 4],
    ['cmcmccmc', 2, 2],
    // Nothing stands before the first one.
    ['cmcmccmc', 3, -1],
    ['cmcmccmc', 9, -1],
    ['cmcm', 0, 2],
    // What the model says in several messages, or an instruction, begins none.
    ['cmmcmi', 0, 3],
    ['cmmcmi', 1, -1],
    ['cmic', 0, 3],
    ['', 0, -1],
  ])('of %s, %i before the last one, begins at %i', (letters, turns, at) => {
    expect(beginningOfTurn(spoken(letters), turns)).toBe(at)
  })

  it.each([
    ['cmmcm', 1, 3],
    ['cmc', 2, 2],
    ['cmm', 1, undefined],
    ['cmi', 1, undefined],
  ])('of %s that ends behind %i messages is answered up to %s', (letters, end, at) => {
    expect(answeredAt(spoken(letters), end)).toBe(at)
  })
})
