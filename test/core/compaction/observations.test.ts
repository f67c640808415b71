// Results in turns of the user, through the pipeline: what goes where the account says that they are results, and nowhere else.

import { describe, expect, it } from 'vitest'
import { dialects } from '../../../core/dialects/registry.ts'
import { exchange } from '../../../core/exchange/exchange.ts'
import { losslessVersion } from '../../../core/lossless/lossless.ts'
import {
  type AnswerCompression,
  halvingCompressor,
  received,
  serviceInMemory,
} from '../../../testkit/memory/service-in-memory.ts'
import { later, said } from './later.ts'

const log = Array.from({ length: 60 }, (_, index) => `step ${index} is done`).join('\n')
const code = '<returncode>0</returncode>\n'
const text = `${code}<output>\n${log}\n</output>`
const steps = [said(text, 'I look.\n\n```bash\nmake\n```'), said('and now?')]

/** Keeps the first half of what it is asked about; only counts for the lossless depth. */
const halving: AnswerCompression = (request, signal) =>
  request.engine === losslessVersion
    ? {
        engine_version: losslessVersion,
        results: request.texts.map((one) => ({ abstained: 'saving-under-floor' as const, tokens_before: one.length })),
      }
    : halvingCompressor(request, signal)

describe('an observation', () => {
  it('loses what a result would, and nothing of what stands around it', async () => {
    const { texts } = await later(steps, {}, halving)
    expect(texts).toEqual([text.slice(0, Math.ceil(text.length / 2)), 'and now?'])
  })

  it('keeps the code that says whose words it is, and counts what stays exactly', async () => {
    const keepsTheEnd: AnswerCompression = (request, signal) =>
      request.engine === losslessVersion
        ? halving(request, signal)
        : {
            engine_version: 'adeline-1.0.0',
            results: request.texts.map((one) => ({
              kept: [[one.length - 100, one.length] as [number, number]],
              tokens_before: one.length,
              tokens_after: 100,
              rate_reached: 0.9,
              floor_reached: false,
            })),
          }
    const { texts, receipt } = await later(steps, { observations: 'results' }, keepsTheEnd)
    expect(texts).toEqual([`${code}${text.slice(-100)}`, 'and now?'])
    expect(receipt.tokensSaved).toBe(text.length - code.length - 100)
  })

  it('stays as it is where the account says so', async () => {
    expect((await later(steps, { observations: 'keep' }, halving)).texts).toEqual([text, 'and now?'])
  })

  it('stays whole where the account has come to say so before it went, whatever repeats it', async () => {
    const again = [...steps, said(log), said('and then?')]
    const whole = again.map((one) => one.text)
    expect((await later(again, { observations: 'results' }, halving)).texts).not.toEqual(whole)
    expect((await later(again, { observations: 'results' }, halving, { observations: 'keep' })).texts).toEqual(whole)
  })

  it('is counted by an account that observes', async () => {
    const service = serviceInMemory({
      account: { compaction: { mode: 'observe', compressor: 'adeline-1' } },
      compressor: halving,
    })
    const messages = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '```bash\nmake\n```' },
      { role: 'user', content: text },
      { role: 'assistant', content: 'good' },
      { role: 'user', content: 'and now?' },
    ]
    const body = JSON.stringify({ model: 'claude-sonnet-4-5', messages })
    await received(
      await exchange({ name: 'messages', dialect: dialects.messages }, service.deployment)(service.request({ body })),
    )
    expect(String(service.sent[0]?.body)).toBe(body)
    expect([...service.receipts.values()][0]).toMatchObject({
      outcome: 'observed',
      tokensSaved: Math.floor(text.length / 2),
    })
  })
})
