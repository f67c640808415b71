// Sessions whose clients build their history anew: what they send, and what is read of it.

import { describe, expect, it } from 'vitest'
import { played } from '../../../eval/cost/search/played/play.ts'
import type { ModelName } from '../../../eval/cost/search/shapes/models.ts'
import type { ShapeName } from '../../../eval/cost/search/shapes/shapes.ts'
import { requestsOf, session, tokensOf } from './made-up-requests.ts'

const seeds = [1, 2, 3, 4]

const sentOf = (shape: ShapeName, model: ModelName, number: number) => requestsOf(session(shape, model, number))

const bodiesOf = (shape: ShapeName, model: ModelName): readonly string[] =>
  seeds.flatMap((number) => sentOf(shape, model, number).map(({ body }) => body))

/** What was read with the first request after such an act, as a share of what the request before it had: by whether its provider reads both ways alike. */
const readAfter = async (shape: ShapeName, model: ModelName, act: string) => {
  const shares: { readonly alike: boolean; readonly share: number }[] = []
  for (const number of seeds) {
    const one = session(shape, model, number)
    const paid = await played({ ...one, mode: 'off' })
    const { plainTexts, oneSystem, seesPictures } = one.shape.surroundings
    paid.forEach((request, at) => {
      const before = paid[at - 1]
      if (request.sent.act !== act || before === undefined) return
      const share = request.directInput.read / tokensOf(before)
      shares.push({ alike: (plainTexts ?? oneSystem ?? seesPictures) === true, share })
    })
  }
  return shares
}

describe('a session that is built anew', () => {
  it.each<[ShapeName, ModelName, RegExp]>([
    ['cut to a budget', 'opus-5', /\[\d+ characters left out\]/],
    ['texts once stored', 'opus-5', /"content":\[\{"type":"text","text":"[^"]*"\}\],"is_error":false/],
    ['texts once stored', 'gpt-5.4', /"type":"message","role":"assistant","id":"msg_[^"]*","status":"completed"/],
    ['trimmed once stored', 'opus-5', /\\r\\n"/],
    ['hooks once stored', 'gpt-5.4', /<system-reminder>/],
    ['rebuilt for a request', 'gpt-5.4', /"arguments":"\{\\n \\"command\\": /],
    ['system by other names', 'gpt-5.4', /"instructions":"/],
    ['pictures uploaded', 'opus-5', /"type":"url","url":"https:/],
    [
      'marked instructions',
      'opus-5',
      /\{"role":"system","content":\[\{"type":"text","text":"[^"]*","cache_control":[^\]]*\]\}\]\}$/,
    ],
  ])('says so in its bodies: %s of %s', (shape, model, spelled) => {
    expect(bodiesOf(shape, model).some((body) => spelled.test(body))).toBe(true)
  })

  it('has lists and flags since the user has spoken last, and texts alone before that', () => {
    const flagged = bodiesOf('texts once stored', 'opus-5').map((body) => {
      const { messages }: { messages: { content: { type: string; is_error?: boolean }[] }[] } = JSON.parse(body)
      const asked = messages.findLastIndex(({ content }) => content.every(({ type }) => type === 'text'))
      const flags = (some: typeof messages): number =>
        some.flatMap(({ content }) => content).filter(({ is_error }) => is_error === false).length
      return { before: flags(messages.slice(0, asked)), since: flags(messages.slice(asked)) }
    })
    expect(Math.max(...flagged.map(({ since }) => since))).toBeGreaterThan(1)
    expect(flagged.filter(({ since }) => since > 0).every(({ before }) => before === 0)).toBe(true)
  })

  it.each<[ShapeName, ModelName, string]>([
    ['system by other names', 'gpt-5.4', 'entitle'],
    ['pictures uploaded', 'opus-5', 'upload'],
  ])('is read by its provider as before where that takes both for one: %s', async (shape, model, act) => {
    const shares = await readAfter(shape, model, act)
    const most = (alike: boolean): number =>
      Math.max(0, ...shares.flatMap((one) => (one.alike === alike ? one.share : [])))
    expect(most(true)).toBeGreaterThan(0.9)
    expect(most(false)).toBeLessThan(0.9)
  })

  it('marks three places of a conversation beside its system text, and no later ones', () => {
    for (const body of bodiesOf('marked no further', 'opus-5')) {
      const { messages }: { messages: { content: object[] }[] } = JSON.parse(body)
      const blocks = messages.flatMap(({ content }) => content)
      const marked = blocks.flatMap((block, at) => ('cache_control' in block ? [at] : []))
      expect(marked).toEqual([0, 10, 20].filter((at) => at < blocks.length))
    }
  })

  it('keeps two answers as one where the first was too long', () => {
    const joined = seeds.flatMap((number) => {
      const sent = sentOf('answers joined', 'opus-5', number)
      return sent.flatMap((one, at) => {
        const next = sent[at + 1]
        return one.act === 'on with the answer' && next !== undefined ? [{ one, next }] : []
      })
    })
    const messagesOf = (body: string): { role: string; content: { text?: string }[] }[] => JSON.parse(body).messages
    const texts = joined.map(({ one, next }) => {
      const begun =
        messagesOf(one.body)
          .findLast(({ role }) => role === 'assistant')
          ?.content.at(-1)?.text ?? ''
      const answer = messagesOf(next.body).findLast(({ role }) => role === 'assistant')?.content[0]?.text ?? ''
      return { begun, answer }
    })
    expect(texts.length).toBeGreaterThan(3)
    expect(
      texts.some(({ begun, answer }) => begun !== '' && answer.startsWith(begun) && answer.length > begun.length),
    ).toBe(true)
  })

  it('has its thoughts again with the second request to another model', () => {
    const withThoughts = seeds.flatMap((number) =>
      sentOf('thoughtless at a switch', 'opus-5', number).map(({ act, body }) => ({
        act,
        thinks: body.includes('"type":"thinking"'),
      })),
    )
    const switched = withThoughts.filter(({ act }) => act === 'switchModel')
    expect(switched.length).toBeGreaterThan(0)
    expect(switched.some(({ thinks }) => thinks)).toBe(false)
    expect(withThoughts.some(({ thinks }) => thinks)).toBe(true)
  })
})
