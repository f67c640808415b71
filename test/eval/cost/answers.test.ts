// What the upstream of a made-up session answers.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import type { SentRequest } from '../../../eval/cost/search/client/sent-request.ts'
import { madeUpSession } from '../../../eval/cost/search/client/session.ts'
import { answersOf } from '../../../eval/cost/search/played/answers.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'

const input = { read: 0, written: 0, writtenLong: 0, uncached: 100 }

const session = (shape: ShapeName, model: ModelName, number: number) =>
  madeUpSession({ number, shape, model, lifetime: model === 'sonnet' ? '5m' : '10m' })

const callOf = /"tool_use"|"function_call"|"type":"function","function"/g

/** Calls of the history, which has no others than the client's own. */
const callsMade = ({ body }: SentRequest): number => {
  const { messages, input: items } = JSON.parse(body)
  return JSON.stringify(messages ?? items).match(callOf)?.length ?? 0
}

describe('the answers of a made-up session', () => {
  it.each<[ModelName, string]>([
    ['sonnet', 'messages'],
    ['gpt-5.4', 'chat-completions'],
    ['gpt-5.4', 'responses'],
  ])('make the calls that the next request has: %s in %s', async (model, dialect) => {
    const number = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((one) => session('parallel', model, one).dialect === dialect)
    const one = session('parallel', model, number ?? 0)
    const answer = answersOf(one)
    const sent = [...one.waves()].flat()
    const told: (number | undefined)[] = []
    for (const request of sent) {
      const fold = dialects[one.dialect].usage()
      for await (const chunk of answer(request, input).body) fold.add(JSON.parse(Buffer.from(chunk).toString()))
      told.push(fold.calls?.())
    }
    expect(one.dialect).toBe(dialect)
    const made = sent.map((request, at) => callsMade(sent[at + 1] ?? request) - callsMade(request))
    expect(told.slice(0, -1)).toEqual(
      made.slice(0, -1).map((calls) => (dialect === 'responses' && calls === 0 ? undefined : calls)),
    )
    expect(Math.max(...made)).toBeGreaterThan(3)
  })

  it('are not known before the client goes on, which it does from the last attempt alone', () => {
    const sent = [...session('retries', 'sonnet', 3).waves()].flat()
    const tried = sent.filter((_, at) => sent[at + 1]?.act === 'the same again')
    expect(tried.length).toBeGreaterThan(0)
    for (const request of tried) expect(request.calls()).toBe(1)
  })
})
