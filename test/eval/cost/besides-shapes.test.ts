// What stands beside a made-up session: another name or price of its model, conversations that go past the service, another region, another
// clock.

import { describe, expect, it } from 'vitest'
import type { SentRequest } from '../../../eval/cost/search/client/sent-request.ts'
import type { MadeUpSession } from '../../../eval/cost/search/client/session.ts'
import { played } from '../../../eval/cost/search/played/play.ts'
import { providerOf } from '../../../eval/cost/search/played/provider.ts'
import { besidesShapes } from '../../../eval/cost/search/shapes/besides-shapes.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'
import { bodyOf, requestsOf, session } from './made-up-requests.ts'

const seeds = [1, 2, 3, 4, 5, 6]

/** All requests of some sessions. */
const requests = (shape: ShapeName, model: ModelName): SentRequest[] =>
  seeds.flatMap((number) => requestsOf(session(shape, model, number)))

describe('a session beside which something stands', () => {
  it('asks for its model by two names', () => {
    const names = new Set(requests('other names', 'sonnet').map((sent) => bodyOf(sent).model))
    expect(names).toEqual(new Set(['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929']))
  })

  it('has requests at other prices, each as it asks', () => {
    const prices = requests('other prices', 'gpt-5.4').map((sent) => [bodyOf(sent).service_tier ?? 'usual', sent.price])
    expect(Object.fromEntries(prices)).toEqual({ usual: 1, flex: 0.5, priority: 2 })
    expect(requests('plain', 'gpt-5.4').every(({ price }) => price === 1)).toBe(true)
  })

  it('pays twice for prompts beyond the length of which that is so', () => {
    const asked = { model: 'gpt-5.4', cache: 0, apart: '', price: 1, at: 0, rounds: 1 } as const
    const costs = (shape: ShapeName): number[] =>
      [272_000, 272_001].map((tokens) => {
        const blocks = [{ identity: '', tokens }]
        return providerOf(session(shape, 'gpt-5.4', 1), () => ({ model: '', results: [], blocks }))('', asked).cost
      })
    expect(costs('long contexts')).toEqual([272_000, 544_002])
    expect(costs('plain')).toEqual([272_000, 272_001])
  })

  it('has conversations that go past the service with all of their requests, and never its first', () => {
    const past = new Map<string, Set<boolean>>()
    for (const number of seeds)
      for (const { conversation, goesPast } of [...session('besides', 'sonnet', number).waves()].flat())
        past.set(`${number} ${conversation}`, (past.get(`${number} ${conversation}`) ?? new Set()).add(goesPast))
    expect([...past.values()].every(({ size }) => size === 1)).toBe(true)
    const first = seeds.map((number) => past.get(`${number} 0`))
    expect(first.every((seen) => seen?.has(false))).toBe(true)
    expect([...past.values()].some((seen) => seen.has(true))).toBe(true)
  })

  it('asks for an hour before the newest marker, and for five minutes there', () => {
    const lifetimes = requests('older for longer', 'sonnet').flatMap((sent) => {
      const blocks = bodyOf(sent).messages.flatMap(({ content }: { content: object[] }) => content)
      const marked = blocks.filter((block: object) => 'cache_control' in block)
      return marked.length < 2
        ? []
        : [marked.map((block: { cache_control: { ttl?: string } }) => block.cache_control.ttl)]
    })
    expect(lifetimes.length).toBeGreaterThan(0)
    for (const asked of lifetimes) {
      expect(asked.at(-1)).toBeUndefined()
      expect(new Set(asked.slice(0, -1))).toEqual(new Set(['1h']))
    }
  })

  it('finds warm in both ways what its upstream had taken in before it failed', async () => {
    const tried = requests('failing late', 'gpt-5.4').filter(({ takenIn }) => takenIn !== undefined)
    expect(new Set(tried.map(({ takenIn }) => takenIn))).toEqual(new Set(['status', 'answer']))
    const paid = await played(session('failing late', 'gpt-5.4', 1))
    const again = paid.filter(({ sent }) => sent.act === 'the same again' && sent.at > 0)
    const warm = again.filter(({ directInput }) => directInput.read > 0.9 * (directInput.read + directInput.uncached))
    expect(warm.length).toBeGreaterThan(0)
  })

  const short = (Object.keys(besidesShapes) as (keyof typeof besidesShapes)[]).filter(
    (name) => name !== 'long sessions',
  )
  it.each(short)('costs the same both times when the account is off: %s', async (shape) => {
    const paid = await played({ ...session(shape, 'opus-5', 3), mode: 'off' })
    expect(paid.map(({ ours }) => ours)).toEqual(paid.map(({ direct }) => direct))
  })

  it.each<[ShapeName]>([['silent to and fro'], ['silent in two regions']])(
    'has one call in an answer and no word beside it: %s',
    (shape) => {
      interface Message {
        readonly role: string
        readonly content: readonly { readonly type: string }[]
      }
      const turns = requests(shape, 'sonnet').flatMap((sent): readonly Message[] => bodyOf(sent).messages)
      const types = turns.flatMap(({ role, content }) =>
        role === 'assistant' ? [content.map(({ type }) => type).join(' ')] : [],
      )
      expect(new Set(types)).toEqual(new Set(['tool_use', 'text']))
      expect(types.filter((type) => type === 'tool_use').length).toBeGreaterThan(0.8 * types.length)
    },
  )

  it.each<[ShapeName]>([['two regions'], ['wrong clocks']])('costs something else than without: %s', async (shape) => {
    const one = session(shape, 'sonnet', 3)
    const sound = { ...one, shape: { ...one.shape, surroundings: {} } }
    const costs = async (of: MadeUpSession) => (await played(of)).map(({ ours }) => ours)
    expect(await costs(one)).not.toEqual(await costs(sound))
  })
})
