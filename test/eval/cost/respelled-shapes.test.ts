// Sessions whose clients spell otherwise what they have sent, or ask more than once, and whose provider's cache shows late what it holds.

import { describe, expect, it } from 'vitest'
import type { SentRequest } from '../../../eval/cost/search/client/sent-request.ts'
import { played } from '../../../eval/cost/search/played/play.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import { respelledShapes } from '../../../eval/cost/search/shapes/respelled-shapes.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'
import { requestsOf, session } from './made-up-requests.ts'

const seeds = [1, 2, 3, 4, 5, 6]

const requests = (shape: ShapeName, model: ModelName): SentRequest[] =>
  seeds.flatMap((number) => requestsOf(session(shape, model, number)))

const bodiesOf = (shape: ShapeName, model: ModelName): string =>
  requests(shape, model)
    .map(({ body }) => body)
    .join('\n')

/** What its provider reads and takes in with each request, with nothing in between. */
const directly = async (shape: ShapeName, model: ModelName, number: number) =>
  (await played({ ...session(shape, model, number), mode: 'off' })).map(({ sent, directInput }) => ({
    act: sent.act,
    at: sent.at,
    read: directInput.read,
    all: directInput.read + directInput.written + directInput.writtenLong + directInput.uncached,
  }))

/** What was read with the first request after such an act, as a share of what the request before it had. */
const readAfter = async (shape: ShapeName, model: ModelName, act: string): Promise<readonly number[]> =>
  (await Promise.all(seeds.map((number) => directly(shape, model, number)))).flatMap((paid) =>
    paid.flatMap((one, at) => (one.act === act && at > 0 ? [one.read / (paid[at - 1]?.all ?? 1)] : [])),
  )

describe('a session that is spelled otherwise', () => {
  it.each<[ShapeName, ModelName, RegExp]>([
    ['bare once stored', 'opus-5', /"citations":null/],
    ['bare once stored', 'opus-5', /"caller":\{"type":"direct"\}/],
    ['sorted once stored', 'opus-5', /"input":\{"command":"[^"]*","why"/],
    ['sorted once stored', 'opus-5', /"input":\{"why":"[^"]*","command"/],
    ['members in any order', 'gpt-5.4', /\{\\"why\\"/],
    ['other escapes', 'opus-5', /[a-z]\\u002e /],
    ['messages of their own', 'opus-5', /"tool_result"[^{}]*\}\]\},\{"role":"user","content":\[\{"type":"tool_result"/],
    ['ids again', 'gpt-5.4', /call_0".*call_1".*call_0"/],
    ['edits now and then', 'opus-5', /"context_management"/],
    ['claude in chat', 'gateway', /"messages":\[\{"role":"system","content":\[\{[^}]*"cache_control"/],
  ])('says so in its bodies: %s of %s', (shape, model, spelled) => {
    expect(bodiesOf(shape, model)).toMatch(spelled)
  })

  it.each<[ShapeName, ModelName, string]>([
    ['other escapes', 'opus-5', 'escape'],
    ['messages of their own', 'opus-5', 'regroup'],
  ])('is read by its provider as before: %s', async (shape, model, act) => {
    const shares = await readAfter(shape, model, act)
    expect(Math.max(...shares)).toBeGreaterThan(0.9)
  })

  it('has results in the order in which they came, at first or for good', () => {
    const orders = new Map<string | undefined, number>()
    for (const number of seeds) {
      const one = session('results as they come', 'opus-5', number)
      const { asTheyCome } = one.shape.habits
      const moved = requestsOf(one).flatMap(({ body }) =>
        JSON.parse(body).messages.flatMap(
          ({ content }: { content: { tool_use_id?: string }[] }, at: number, all: []) => {
            const numbers = content.flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [Number(id.slice(5))]))
            const isSorted = numbers.every((id, index) => index === 0 || id > (numbers[index - 1] ?? 0))
            return isSorted || (asTheyCome === 'for good') !== at < all.length - 1 ? [] : [at]
          },
        ),
      )
      orders.set(asTheyCome, (orders.get(asTheyCome) ?? 0) + moved.length)
    }
    expect(orders.get('for good')).toBeGreaterThan(10)
    expect(orders.get('at first')).toBeGreaterThan(2)
  })

  it('is refused with its thinking, and sent again without', () => {
    const sent = requests('thinking taken out', 'opus-5')
    const refused = sent.flatMap(({ refused: is }, at) => (is === true ? [at] : []))
    expect(refused.length).toBeGreaterThan(2)
    for (const at of refused) expect(sent[at + 1]?.body).not.toContain('"thinking"')
  })
})

describe('a session that asks more than once', () => {
  it('sends one body several times at once, and goes on from each', () => {
    const waves = seeds.flatMap((number) => [...session('asked twice', 'opus-5', number).waves()])
    const twice = waves.filter(([first]) => first?.act === 'twice')
    expect(twice.length).toBeGreaterThan(2)
    for (const wave of twice) expect(new Set(wave.map(({ body }) => body)).size).toBe(1)
    for (const wave of twice) expect(wave.length).toBeGreaterThan(1)
  })

  it('goes back to one of its last turns', () => {
    const back = seeds.flatMap((number) => {
      const lengths = requestsOf(session('rewinding', 'opus-5', number)).map(({ act, body }) => ({
        act,
        length: JSON.parse(body).messages.length,
      }))
      return lengths.flatMap(({ act, length }, at) =>
        act === 'rewind' ? [length - (lengths[at - 1]?.length ?? 0)] : [],
      )
    })
    expect(back.length).toBeGreaterThan(2)
    expect(Math.min(...back)).toBeLessThan(-1)
    expect(Math.min(...back)).toBeGreaterThan(-12)
  })
})

describe('a session whose provider’s cache does otherwise', () => {
  it('reads nothing at once of what the first of several has sent', async () => {
    const waves = (await Promise.all(seeds.map((number) => directly('seen late', 'gpt-5.4', number)))).flatMap((paid) =>
      paid.flatMap((one, at) => {
        const before = paid[at - 1]
        return before?.at === one.at ? [one.read - before.read] : []
      }),
    )
    expect(waves.length).toBeGreaterThan(4)
    expect(Math.max(...waves)).toBe(0)
  })

  it('has lost the end of what it held, and not its beginning', async () => {
    const paid = await directly('lost ends', 'gpt-5.4', 4)
    const shares = paid.slice(1).map(({ read }, at) => read / (paid[at]?.all ?? 1))
    expect(shares.some((share) => share > 0.1 && share < 0.8)).toBe(true)
  })

  it('comes to the cache of another key, and back to the first', () => {
    const caches = requestsOf(session('other keys', 'opus-5', 3)).map(({ cache }) => cache)
    const moves = caches.filter((cache, at) => at > 0 && cache !== caches[at - 1])
    expect(new Set(caches).size).toBeGreaterThan(1)
    expect(moves.length).toBeLessThan(caches.length / 3)
  })
})

it.each(Object.keys(respelledShapes) as (keyof typeof respelledShapes)[])(
  'costs the same both times when the account is off: %s',
  async (shape) => {
    for (const model of ['opus-5', 'gateway', 'gpt-5.4'] as const) {
      if (shape === 'claude in chat' && model !== 'gateway') continue
      const paid = await played({ ...session(shape, model, 3), mode: 'off' })
      expect(paid.map(({ ours }) => ours)).toEqual(paid.map(({ direct }) => direct))
    }
  },
)
