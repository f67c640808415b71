import { describe, expect, it } from 'vitest'
import { reasonAsClause } from '../../core/ledger/reasons.ts'
import { endingLine, exchangeLine } from '../../local/exchange-lines.ts'

const receivedAt = new Date(2026, 10, 22, 14, 2, 11).toISOString()
const receipt = { receivedAt, route: 'messages', status: 200, outcome: 'compacted', tokensSaved: 0 }
const exchanged = (changes: object): string | undefined =>
  exchangeLine(JSON.stringify({ level: 'INFO', message: 'exchange', receipt: { ...receipt, ...changes } }))
const refused = (changes: object): string | undefined =>
  exchangeLine(
    JSON.stringify({
      ...{ level: 'INFO', message: 'refused', timestamp: receivedAt, function_name: 'pass-through', method: 'POST' },
      ...{ status: 401, code: 'service-key-missing', why: 'Send your key. There is more to say.' },
      ...changes,
    }),
  )

describe('an exchange', () => {
  it.each([
    [{ tokensBefore: 10_236, tokensAfter: 3_337 }, '10,236 → 3,337 tokens  −67 %'],
    [{ outcome: 'verbatim', tokensBefore: 100, tokensAfter: 100 }, '100 tokens, nothing goes yet'],
    [
      { outcome: 'verbatim', compactionMode: 'arrival', tokensBefore: 1, tokensAfter: 1 },
      '1 token, nothing of what is new could go',
    ],
    [{ outcome: 'verbatim', route: 'compress', tokensBefore: 7, tokensAfter: 7 }, '7 tokens, nothing to delete'],
    [{ outcome: 'verbatim', compactionMode: 'off', tokensBefore: 9, tokensAfter: 9 }, '9 tokens, compaction is off'],
    [{ outcome: 'observed', tokensSaved: 40, tokensBefore: 90, tokensAfter: 90 }, '90 tokens, observed: 40 could go'],
    [{ outcome: 'cut' }, 'the answer broke off'],
    [{ outcome: 'verbatim', route: 'messages', status: 529 }, 'the provider failed'],
    [{ outcome: 'verbatim', route: 'messages', status: 429 }, 'the provider’s limit is reached'],
    [{ outcome: 'verbatim', route: 'messages', status: 400 }, 'the provider said no'],
  ])('%j is a line', (changes, rest) => {
    const { status, route } = { ...receipt, ...changes }
    expect(exchanged(changes)).toBe(`14:02:11  ${route.padEnd(16)}  ${status}  ${rest}`)
  })

  it.each([
    ['chain-unavailable', 'the record of the conversation could not be read in time'],
    ['below-cacheable-length', 'the prompt kept text that could go: without it, it might be too short to cache'],
    ['idempotency-key', reasonAsClause('idempotency-key')],
  ])('with the reason %s tells it in words, and as the docs list it', (reason, words) => {
    const told = exchanged({ outcome: 'verbatim', reason, tokensBefore: 5, tokensAfter: 5 })
    expect(told?.replaceAll(/\s+/g, ' ')).toBe(`14:02:11 messages 200 5 tokens, ${words} (${reason})`)
  })

  it('with a reason of another version tells it as it is', () => {
    const told = exchanged({ outcome: 'verbatim', reason: 'of-another-version', tokensBefore: 5, tokensAfter: 5 })
    expect(told).toMatch(/5 tokens, verbatim: of-another-version$/)
  })

  it('that only passes through says its status', () => {
    expect(exchanged({ route: 'pass-through', outcome: 'verbatim' })).toBe('14:02:11  pass-through      200')
  })
})

it('a refusal says why, in its first sentence', () => {
  expect(refused({})).toBe('14:02:11  pass-through      401  Send your key.')
})

it('a long reason goes on below, within 80 columns', () => {
  const lines = refused({ why: 'The base URL lacks the provider: it must end in /anthropic or /openai/v1.' })?.split(
    '\n',
  )
  expect(lines).toHaveLength(2)
  expect(lines?.every((line) => line.length <= 80 && !line.endsWith(' '))).toBe(true)
  expect(lines?.[1]).toMatch(/^ {33}\S/)
})

it('an upstream that was not reached is named, with what it came of', () => {
  const entry = { message: 'upstream not reached', timestamp: receivedAt, function_name: 'responses', status: 502 }
  const lineFor = (causes: readonly string[]) => exchangeLine(JSON.stringify({ ...entry, host: 'gw.example', causes }))
  expect(lineFor([])).toBe('14:02:11  responses         502  gw.example could not be reached')
  expect(lineFor(['UpstreamFailed', 'ECONNREFUSED'])).toBe(
    '14:02:11  responses         502  gw.example could not be reached (ECONNREFUSED)',
  )
})

it.each([
  [
    'a probe',
    JSON.stringify({
      message: 'refused',
      timestamp: receivedAt,
      function_name: 'x',
      method: 'HEAD',
      status: 401,
      why: 'x',
    }),
  ],
  ['metrics', '{"_aws":{},"service":"x","Requests":1}'],
  ['a warning of a library', 'oidc-provider WARNING: development-only'],
  ['an empty line', ''],
])('%s is no line', (_what, logged) => {
  expect(exchangeLine(logged)).toBeUndefined()
})

it('the end says how many exchanges it waits for', () => {
  expect(endingLine('{"ending":1}\n')).toBe('Ending: 1 exchange still runs (Ctrl-C again cuts it).')
  expect(endingLine('{"ending":3}')).toBe('Ending: 3 exchanges still run (Ctrl-C again cuts them).')
  expect(endingLine('{"port":3}')).toBeUndefined()
})
