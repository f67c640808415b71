// Sessions whose clients renew what stands for their texts, or leave their history with the provider: what they send, and what is read of it.

import { describe, expect, it } from 'vitest'
import { type PaidRequest, played } from '../../../eval/cost/search/played/play.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'
import { requestsOf, session, tokensOf } from './made-up-requests.ts'

const seeds = [1, 2, 3]

const bodiesOf = (shape: ShapeName, model: ModelName): readonly string[] =>
  seeds.flatMap((number) => requestsOf(session(shape, model, number)).map(({ body }) => body))

const directly = (shape: ShapeName, model: ModelName): Promise<PaidRequest[][]> =>
  Promise.all(seeds.map((number) => played({ ...session(shape, model, number), mode: 'off' })))

/** The most that was read with the first request after such an act, as a share of what the request before it had. */
const mostReadAfter = async (shape: ShapeName, model: ModelName, act: string): Promise<number> => {
  const shares = (await directly(shape, model)).flatMap((paid) =>
    paid.flatMap((one, at) => {
      const before = paid[at - 1]
      return one.sent.act === act && before !== undefined ? [one.directInput.read / tokensOf(before)] : []
    }),
  )
  return Math.max(...shares)
}

describe('a session that renews what stands for its texts', () => {
  it.each<[ShapeName, ModelName, RegExp]>([
    ['signed pictures', 'opus-5', /"type":"url","url":"https:[^"]*\?signature=[1-9]/],
    ['signed pictures', 'gpt-5.4', /"https:[^"]*\?signature=[1-9]/],
    ['ids that nobody reads', 'opus-5', /"tool_use_id":"call_\d+_1"/],
    ['other numbers', 'haiku', /"limit":1000\.0/],
    ['other numbers', 'gpt-5.4', /\\"limit\\":1000\.0/],
    ['asked to keep', 'gpt-5.4', /"prompt_cache_retention":"24h"/],
    ['volatile system', 'opus-5', /"system":\[.*\},\{"type":"text","text":"[^"]*"\}\],"messages"/],
    ['amended turns', 'opus-5', /\[truncated\]/],
    ['threads', 'opus-5', /"thread":\{"type":"continue","previous_message_id"/],
  ])('says so in its bodies: %s of %s', (shape, model, spelled) => {
    expect(bodiesOf(shape, model).some((body) => spelled.test(body))).toBe(true)
  })

  it.each<[ShapeName, ModelName, string]>([
    ['signed pictures', 'opus-5', 'sign'],
    ['ids that nobody reads', 'opus-5', 'rename'],
    ['other numbers', 'haiku', 'numbers'],
  ])('is read by its provider as before: %s', async (shape, model, act) => {
    expect(await mostReadAfter(shape, model, act)).toBeGreaterThan(0.9)
  })

  it('is read in both dialects where its provider is asked in one, and else anew', async () => {
    const kinds = await Promise.all(
      seeds.map(async (number) => {
        const one = session('two dialects', 'gpt-5.4', number)
        const paid = await played({ ...one, mode: 'off' })
        const first = paid.find(({ sent }, at) => at > 0 && sent.dialect !== paid[at - 1]?.sent.dialect)
        return { isOne: one.shape.surroundings.translates === true, read: first?.directInput.read }
      }),
    )
    const readIn = (isOne: boolean) => kinds.flatMap((kind) => (kind.isOne === isOne ? (kind.read ?? []) : []))
    expect(Math.max(...readIn(true))).toBeGreaterThan(1_000)
    expect(Math.max(0, ...readIn(false))).toBe(0)
  })

  it('is counted with all that its provider keeps', async () => {
    const paid = (await directly('threads', 'opus-5')).flat()
    const brought = bodiesOf('threads', 'opus-5').filter((body) => body.includes('"previous_message_id"'))
    expect(brought.length).toBeGreaterThan(10)
    expect(Math.max(...paid.map(tokensOf))).toBeGreaterThan(Math.max(...brought.map(({ length }) => length)))
  })

  it('has tokens that no marker reaches, and markers that walk back', async () => {
    const fresh = (await directly('fresh tokens', 'opus-5')).flat().map(({ directInput }) => directInput.uncached)
    expect(Math.min(...fresh)).toBeGreaterThan(2)
    const behind = (await directly('markers behind', 'opus-5')).flat().map(({ directInput }) => directInput.uncached)
    expect(Math.max(...behind)).toBeGreaterThan(100)
  })
})
