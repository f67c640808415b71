import { describe, expect, it } from 'vitest'
import { exchangesUnderWay } from '../../../../core/access/limits/under-way.ts'
import { Refusal } from '../../../../core/http/refusal.ts'
import type { Reply } from '../../../../core/http/reply.ts'

const reply: Reply = { status: 200, headers: {}, cookies: [], body: '', settle: async () => {} }
const answered = async (): Promise<Reply> => reply
const refusedWith = (promise: Promise<Reply>): Promise<unknown> => promise.catch((error: unknown) => error)

describe('exchanges under way', () => {
  it('are as many as the bound says, of each account for itself', async () => {
    const underWay = exchangesUnderWay(2)
    await underWay.run('acme', answered)
    await underWay.run('acme', answered)

    const refusal = await refusedWith(underWay.run('acme', answered))

    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ status: 429, details: { retryAfterSeconds: 1 } })
    expect(await underWay.run('other', answered)).toMatchObject({ status: 200 })
  })

  it('are 500 where nobody says how many', async () => {
    const underWay = exchangesUnderWay()
    for (let running = 0; running < 500; running += 1) await underWay.run('acme', answered)

    expect(await refusedWith(underWay.run('acme', answered))).toMatchObject({ status: 429 })
  })

  it('end when their replies are settled, also by an error', async () => {
    const underWay = exchangesUnderWay(1)
    for (let turn = 0; turn < 3; turn += 1) await (await underWay.run('acme', answered)).settle('whole')
    const failing = { ...reply, settle: () => Promise.reject(new Error('no')) }
    await (await underWay.run('acme', async () => failing)).settle('cut').catch(() => {})

    expect(await underWay.run('acme', answered)).toMatchObject({ status: 200 })
  })

  it('leave room for one more when one of them ends, and not for all', async () => {
    const underWay = exchangesUnderWay(2)
    const first = await underWay.run('acme', answered)
    await underWay.run('acme', answered)
    await first.settle('whole')
    await underWay.run('acme', answered)

    expect(await refusedWith(underWay.run('acme', answered))).toMatchObject({ status: 429 })
  })

  it('end when they are refused', async () => {
    const underWay = exchangesUnderWay(1)
    const refuse = (): Promise<Reply> => Promise.reject(new Refusal('request-invalid', 'no'))
    for (let turn = 0; turn < 3; turn += 1)
      expect(await refusedWith(underWay.run('acme', refuse))).toMatchObject({ status: 400 })
  })
})
