// What became of a stream that ends early: the last event decides, if its client was there to read it.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import type { Receipt } from '../../../../core/ledger/receipt.ts'
import { received, serviceInMemory } from '../../../../testkit/memory/service-in-memory.ts'

const usage = { input_tokens: 9, output_tokens: 5 }
const delta = 'data: {"type":"response.output_text.delta","delta":"word"}\n\n'
const completed = `data: ${JSON.stringify({ type: 'response.completed', response: { usage } })}\n\n`
const failed = 'data: {"type":"response.failed","response":{"usage":null}}\n\n'
const leaves = Symbol('the client leaves')

/** The receipt of a stream that sends this, and then breaks. */
const receiptOf = async (...sent: readonly (string | typeof leaves)[]): Promise<Receipt | undefined> => {
  const left = new AbortController()
  const service = serviceInMemory({
    upstream: () => ({
      status: 200,
      headers: [['content-type', 'text/event-stream']],
      body: (async function* () {
        for (const one of sent) {
          if (one === leaves) left.abort()
          else yield Buffer.from(one)
        }
        throw new Error('cut')
      })(),
    }),
  })
  const route = { name: 'responses', dialect: dialects.responses }
  const reply = await exchange(route, service.deployment)(service.request({ left: left.signal }))
  await expect(received(reply)).rejects.toThrow('cut')
  const measured = service.measured.find((one) => 'Requests' in one)
  const [receipt] = service.receipts.values()
  const isCut = receipt?.outcome === 'cut'
  expect([measured?.AnswersCut, measured?.ClientsLeft]).toEqual(
    isCut ? (receipt.reason === 'client-left' ? [undefined, 1] : [1, undefined]) : [undefined, undefined],
  )
  return receipt
}

describe('a stream', () => {
  it.each([
    { name: 'completed', last: completed, counts: { usage: { inputTokens: 9, outputTokens: 5 } } },
    { name: 'failed', last: failed, counts: { estimated: true } },
  ])('that has $name is whole, whoever leaves or breaks behind it', async ({ last, counts }) => {
    for (const receipt of [await receiptOf(delta, last, leaves), await receiptOf(delta, last)]) {
      expect(receipt).toMatchObject({ outcome: 'verbatim', ...counts })
      expect(receipt?.reason).toBeUndefined()
    }
  })

  it('is cut where its client leaves before the last event, also if that still comes', async () => {
    const cut = { outcome: 'cut', reason: 'client-left' }
    expect(await receiptOf(delta, leaves)).toMatchObject(cut)
    expect(await receiptOf(delta, completed.slice(0, -1), leaves)).toMatchObject(cut)
    expect(await receiptOf(delta, leaves, completed)).toMatchObject({ ...cut, usage: { inputTokens: 9 } })
  })

  it('is cut where it breaks before the last event', async () => {
    expect(await receiptOf(delta)).toMatchObject({ outcome: 'cut' })
    expect(await receiptOf(delta, completed.slice(0, -1))).toMatchObject({ outcome: 'cut' })
  })
})
