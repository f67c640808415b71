// What a run says of the service before it and at its end.

import { afterEach, expect, it } from 'vitest'
import { lineAfter, lookBefore } from '../../../cli/runs/looks.ts'
import { noSums } from '../../../core/savings/sums.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

const service = { url: 'https://d.example', token: 'pt_x' }
const me = { mode: 'repeated', minimumCli: '0.0.0', token: { id: 'acme.mine' } }
const worlds: CliWorld[] = []
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

/** A service that answers so, by the last part of the path. */
const answering = (answers: Readonly<Record<string, unknown>>): CliWorld => {
  const world = cliWorld({
    fetch: async (input) => {
      const answer = answers[new URL(String(input)).pathname.split('/').at(-1) ?? '']
      if (answer === 'away') throw new TypeError('fetch failed')
      return answer === undefined || typeof answer === 'number'
        ? Response.json({ error: {} }, { status: Number(answer ?? 404) })
        : Response.json(answer)
    },
  })
  worlds.push(world)
  return world
}

const session = { ...noSums, exchanges: 4, tokensBefore: 100, tokensAfter: 80, effectiveBefore: 100, net: 10 }
const ended = 'Your sign-in at https://d.example has ended. Sign in again: compaction login https://d.example'
const away = 'The service at https://d.example cannot be reached.'

it.each([
  ['away', away],
  [401, ended],
])('warns before the run where the service answers %s', async (answer, line) => {
  const world = answering({ me: answer })
  expect(await lookBefore(world, service, { id: 'new', isOld: false })).toBeUndefined()
  expect(world.printed.err).toBe(`compaction: ${line}\n`)
})

it('counts what an old session had before the run as not its own', async () => {
  const world = answering({ me, old: session })
  const before = await lookBefore(world, service, { id: 'old', isOld: true })
  expect(world.printed.err).toBe('')
  const later = answering({
    old: { ...session, exchanges: 5, tokensBefore: 130, tokensAfter: 100, effectiveBefore: 120, net: 30 },
  })
  expect(await lineAfter(later, service, 'old', 'account', before)).toBe(
    '1 request, 30 → 20 tokens, 100 % less in effective tokens',
  )
})

it.each([
  ['is away', 'away', `${away} What was saved, if it was there for the run: compaction savings --session id`],
  ['knows the token no more', 401, ended],
  ['has counted nothing', 404, 'nothing of this run has been counted yet: compaction savings --session id'],
])('ends with what is true where the service %s', async (_what, answer, line) => {
  expect(
    await lineAfter(answering({ id: answer }), service, 'id', 'account', {
      accountMode: 'repeated',
      token: { tokenId: 'acme.mine', since: '2026-11-21' },
    }),
  ).toBe(line)
})

it('ends without figures where the service did not say what was there before', async () => {
  expect(await lineAfter(answering({ id: session }), service, 'id', 'account', undefined)).toBe(
    'the service answers again: compaction savings --session id',
  )
})

const usageOf = (mine: object) => ({
  zone: 'UTC',
  rows: [
    { ...session, keyId: 'acme.other', exchanges: 70 },
    { ...session, keyId: 'acme.mine', ...mine },
  ],
  totals: session,
})

it('counts what the machine sent meanwhile where the program names no session', async () => {
  const before = await lookBefore(answering({ me, savings: usageOf({}) }), service, undefined)
  const more = { exchanges: 6, tokensBefore: 200, tokensAfter: 140, effectiveBefore: 200, net: 35 }
  const line = await lineAfter(answering({ savings: usageOf(more) }), service, undefined, 'off', before)
  expect(line).toBe('2 requests, 100 → 60 tokens, 25 % less in effective tokens (all that this machine sent meanwhile)')
})

it('counts from the same day before a run and after it, however long it lasts', async () => {
  const asked: (string | null)[] = []
  const at = (time: string, answers: Readonly<Record<string, unknown>>): CliWorld => {
    const world = answering(answers)
    const fetch: CliWorld['fetch'] = (input, init) => {
      asked.push(new URL(String(input)).searchParams.get('since'))
      return world.fetch(input, init)
    }
    return { ...world, fetch, now: () => Date.parse(time) }
  }
  const before = await lookBefore(at('2026-11-21T23:50:00Z', { me, savings: usageOf({}) }), service, undefined)
  const later = at('2026-11-23T00:10:00Z', { savings: usageOf({ exchanges: 5 }) })
  expect(await lineAfter(later, service, undefined, 'account', before)).toMatch(/^1 request, /)
  expect([...new Set(asked.filter((since) => since !== null))]).toEqual(['2026-11-20'])
})

it.each([
  ['has counted nothing', { me, savings: usageOf({}) }, 'nothing of this run has been counted yet: '],
  ['did not answer before', undefined, 'the service answers again: '],
])('ends without a session in a line too where the service %s', async (_what, answers, line) => {
  const before = answers && (await lookBefore(answering(answers), service, undefined))
  expect(await lineAfter(answering({ savings: usageOf({}) }), service, undefined, 'account', before)).toBe(
    `${line}compaction savings --since 1d --by key`,
  )
})
