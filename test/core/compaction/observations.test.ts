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
const text = `<returncode>0</returncode>\n<output>\n${log}\n</output>`
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
  it('loses what a result would, and nothing of what stands around it, where it counts as one', async () => {
    const { texts } = await later(steps, { observations: 'results' }, halving)
    const half = log.slice(0, Math.ceil(log.length / 2))
    expect(texts).toEqual([`<returncode>0</returncode>\n<output>\n${half}\n</output>`, 'and now?'])
  })

  it('stays as it is where the account says nothing', async () => {
    expect((await later(steps, {}, halving)).texts).toEqual([text, 'and now?'])
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
      tokensSaved: Math.floor(log.length / 2),
    })
  })
})
