// Sessions whose clients keep or send their history otherwise than as it grew, and whose provider answers otherwise than it was asked.

import { describe, expect, it } from 'vitest'
import type { SentRequest } from '../../../eval/cost/search/client/sent-request.ts'
import { played } from '../../../eval/cost/search/played/play.ts'
import { keptShapes } from '../../../eval/cost/search/shapes/kept-shapes.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'
import { bodyOf, requestsOf, session } from './made-up-requests.ts'

const seeds = [1, 2, 3, 4, 5, 6]

/** All requests of some sessions. */
const requests = (shape: ShapeName, model: ModelName): SentRequest[] =>
  seeds.flatMap((number) => requestsOf(session(shape, model, number)))

interface Item {
  readonly type?: string
  readonly call_id?: string
}

describe('a session whose history is kept otherwise', () => {
  it('has each call before its own output', () => {
    const ofResponses = seeds.map((number) => session('interleaved', 'gpt-5.4', number))
    const inputs = ofResponses
      .filter(({ dialect }) => dialect === 'responses')
      .flatMap(requestsOf)
      .map((sent): readonly Item[] => bodyOf(sent).input)
    const calls = inputs.flatMap((input) =>
      input.flatMap(({ type, call_id }, at) => (type === 'function_call' ? [{ call_id, next: input[at + 1] }] : [])),
    )
    expect(calls.length).toBeGreaterThan(100)
    for (const { call_id, next } of calls) expect(next).toMatchObject({ type: 'function_call_output', call_id })
  })

  it.each<[ShapeName, SentRequest['act'], RegExp, number]>([
    ['dropping several', 'dropSeveral', /"tool_use"/g, -1],
    ['clearing some', 'clearSome', /result content cleared/g, 1],
  ])('has several results changed at once: %s', (shape, act, what, sign) => {
    const changes = requests(shape, 'sonnet').map(({ body, ...sent }) => ({
      ...sent,
      count: body.match(what)?.length ?? 0,
    }))
    const atOnce = changes.flatMap((sent, at) => (sent.act === act ? [sent.count - (changes[at - 1]?.count ?? 0)] : []))
    expect(Math.max(...atOnce.map((change) => sign * change))).toBeGreaterThan(1)
  })

  it('goes on from what its provider keeps, which counts all of it', async () => {
    const sent = requestsOf(session('kept by the provider', 'gpt-5.4', 1))
    const paid = await played({ ...session('kept by the provider', 'gpt-5.4', 1), mode: 'off' })
    expect(paid.length).toBe(sent.length)
    const tokens = paid.map(({ directInput: { read, uncached } }) => read + uncached)
    const continued = sent.flatMap((one, at) =>
      bodyOf(one).previous_response_id === undefined ? [] : [(tokens[at] ?? 0) / one.body.length],
    )
    expect(continued.length).toBeLessThan(sent.length)
    // A character is a token at most.
    expect(Math.max(...continued)).toBeGreaterThan(2)
  })

  it('names its answers by how long they were', () => {
    const input = requests('named answers', 'gpt-5.4').flatMap((sent): readonly Item[] => bodyOf(sent).input)
    expect(input.some(({ type }) => type === 'item_reference')).toBe(true)
    expect(JSON.stringify(input)).not.toContain('"role":"assistant"')
  })

  it('is read behind tools that come and are looked up', async () => {
    const paid = await played({ ...session('deferred tools', 'sonnet', 3), mode: 'off' })
    const behind = paid.filter(({ sent }) => sent.act === 'tools').map(({ directInput }) => directInput.read)
    expect(Math.max(...behind)).toBeGreaterThan(10_000)
  })

  it('is read behind a line that is new each time only where its provider takes that out', async () => {
    const reads = new Map<string | undefined, number>()
    for (const number of seeds) {
      const one = session('billing lines', 'renamed claude', number)
      const paid = await played({ ...one, mode: 'off' })
      const most = Math.max(...paid.map(({ directInput: { read, uncached } }) => read / (read + uncached)))
      const { billing } = one.shape.habits
      reads.set(billing, Math.max(reads.get(billing) ?? 0, most))
    }
    expect([...reads.keys()].toSorted()).toEqual(['read', 'taken out'])
    expect(reads.get('taken out')).toBeGreaterThan(0.9)
    expect(reads.get('read')).toBeLessThan(0.9)
  })

  it('has a few of the newest pictures at their size, and older ones smaller', () => {
    const sizes = requests('scaled pictures', 'sonnet').map(({ body }) =>
      [...body.matchAll(/"data":"(iVBOR[^"]*)"/g)].map(([, data]) => data?.length ?? 0),
    )
    const last = sizes.toSorted((one, other) => other.length - one.length)[0] ?? []
    expect(last.length).toBeGreaterThan(8)
    expect(Math.max(...last.slice(0, 4))).toBeLessThan(15_020)
  })
})

describe('a session whose provider answers otherwise', () => {
  it('is answered by another model, with what that caches', async () => {
    const one = session('fallback models', 'sonnet', 3)
    const answered = new Set(requestsOf(one).map(({ model, answeredBy = model }) => answeredBy))
    expect(answered.size).toBe(2)
    const paid = await played({ ...session('fallback models', 'sonnet', 3), mode: 'off' })
    const first = paid.find(({ sent }) => sent.answeredBy !== undefined)
    expect(first?.directInput.read).toBe(0)
  })

  it('is charged for an answer that ends in an error, and finds warm what it tries again', async () => {
    const paid = await played({ ...session('failing midway', 'gpt-5.4', 2), mode: 'off' })
    const failed = paid.flatMap(({ sent }, at) => (sent.endsInError === true ? [paid[at + 1]] : []))
    expect(failed.length).toBeGreaterThan(0)
    expect(new Set(failed.map((next) => next?.sent.act))).toEqual(new Set(['the same again']))
  })

  it.each(Object.keys(keptShapes) as (keyof typeof keptShapes)[])(
    'costs the same both times when the account is off: %s',
    async (shape) => {
      for (const model of ['opus-5', 'gpt-5.4'] as const) {
        const paid = await played({ ...session(shape, model, 3), mode: 'off' })
        expect(paid.map(({ ours }) => ours)).toEqual(paid.map(({ direct }) => direct))
      }
    },
  )
})
