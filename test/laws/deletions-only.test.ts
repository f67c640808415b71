// The first law: the service only deletes. It holds for arbitrary bodies of all three dialects, in every mode.

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { compactionModes } from '../../core/access/policy.ts'
import { dialects } from '../../core/dialects/registry.ts'
import { exchange } from '../../core/exchange/exchange.ts'
import { received, serviceInMemory } from '../../testkit/memory/service-in-memory.ts'
import { jsonText, stringLiteral } from '../core/json/arbitrary.ts'

const esc = String.raw`\u001b[31m`
/** A string literal whose value contains JSON, colours, or neither. */
const resultLiteral = fc.oneof(
  stringLiteral,
  jsonText.map((text) => JSON.stringify(text)),
  fc.jsonValue().map((value) => JSON.stringify(JSON.stringify(value, null, 2))),
  stringLiteral.map((literal) => `"${esc}${literal.slice(1, -1)}${esc}"`),
)
const member = fc.oneof(
  fc.constant(''),
  jsonText.map((value) => `,"unknown":${value}`),
)
const marker = '"cache_control":{"type":"ephemeral"}'
const flag = fc.constantFrom('', ',"is_error":true', ',"is_error":false', `,${marker}`)
const tool = fc.constantFrom('lookup', 'Read', 'Bash')

const messagesBody = fc
  .array(fc.tuple(tool, resultLiteral, flag, member, stringLiteral), { maxLength: 4 })
  .map((turns) =>
    turns.map(
      ([name, result, flags, more, text], turn) =>
        `{"role":"assistant","content":[{"type":"thinking","thinking":${text},"signature":${text}},{"type":"tool_use","id":"t${turn}","name":"${name}","input":{"text":${result}}}]},\r\n` +
        `{"role":"user","content":[{"type":"text","text":${result}},{"type":"tool_result","tool_use_id":"t${turn}","content":[{"type":"text","text":${result}${more}},{"type":"image","source":${text}}]${flags}}]}`,
    ),
  )
const chatBody = fc
  .array(fc.tuple(tool, resultLiteral, member, stringLiteral), { maxLength: 4 })
  .map((turns) =>
    turns.map(
      ([name, result, more, text], turn) =>
        `{"role":"assistant","content":${text},"tool_calls":[{"id":"t${turn}","type":"function","function":{"name":"${name}","arguments":${result}}}]},{"role":"tool","tool_call_id":"t${turn}","content":${result}${more}},{"role":"user","content":${result}}`,
    ),
  )
const responsesBody = fc
  .array(fc.tuple(tool, resultLiteral, member, stringLiteral), { maxLength: 4 })
  .map((turns) =>
    turns.map(
      ([name, result, more, text], turn) =>
        `{"type":"reasoning","encrypted_content":${text}},{"type":"function_call","call_id":"t${turn}","name":"${name}","arguments":${result}},{"type":"function_call_output","call_id":"t${turn}","output":${result}${more}},{"role":"user","content":${result}}`,
    ),
  )

/** Long enough that every prompt is cached. */
const frame = 'frame '.repeat(8_000)

const bodies = fc
  .tuple(
    fc.oneof(
      messagesBody.map((turns) => ['messages', 'messages', turns] as const),
      chatBody.map((turns) => ['chat-completions', 'messages', turns] as const),
      responsesBody.map((turns) => ['responses', 'input', turns] as const),
    ),
    jsonText,
    stringLiteral,
  )
  .map(([[dialect, list, turns], extra, system]) => ({
    dialect,
    body: `{ "model":"m","metadata":"${frame}","big":12345678901234567890,"x":1.0,"system":${system},"tools":${extra}, "${list}":[${turns.join(',')}],"x":-0 }`,
  }))

const isSubsequence = (short: string, long: string): boolean => {
  let at = 0
  for (const unit of long.split('')) if (unit === short[at]) at += 1
  return at === short.length
}

/** The paths at which two values differ; `shorter` marks strings that only lost characters. */
const differences = (before: unknown, after: unknown, path = ''): string[] => {
  if (Object.is(before, after)) return []
  if (typeof before === 'string' && typeof after === 'string')
    return [`${isSubsequence(after, before) ? 'shorter' : 'changed'} ${path}`]
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
    return [`changed ${path}`]
  const names = Object.keys(before)
  if (names.join('\n') !== Object.keys(after).join('\n')) return [`shape ${path}`]
  return names.flatMap((name) => differences(Reflect.get(before, name), Reflect.get(after, name), `${path}.${name}`))
}

/**
 * Both as values. Node's parser takes the last of two members of one name, and the first from its second look at such an object on, if one of
 * the names is spelled with an escape; so it has looked at them before.
 */
const parsed = (body: string, after: string): readonly [before: unknown, after: unknown] => {
  JSON.parse(body)
  return [JSON.parse(body), JSON.parse(after)]
}

const routes = {
  messages: { path: '/provider-a/v1/messages', headers: {}, results: /\.content\.1\.content\.0\.text$/ },
  'chat-completions': {
    path: '/provider-b/v1/chat/completions',
    headers: { authorization: 'Bearer k' },
    results: /\.content$/,
  },
  responses: { path: '/provider-b/v1/responses', headers: { authorization: 'Bearer k' }, results: /\.output$/ },
} as const

const forwarded = async (
  dialect: keyof typeof routes,
  body: string,
  mode: (typeof compactionModes)[number],
): Promise<string> => {
  const service = serviceInMemory({
    account: { compaction: { mode, compressor: 'adeline-1' } },
    arrivalMilliseconds: 60_000,
  })
  const { path, headers } = routes[dialect]
  const pipeline = exchange({ name: dialect, dialect: dialects[dialect] }, service.deployment)
  await received(await pipeline(service.request({ path, headers, body })))
  return String(service.sent[0]?.body)
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the forwarded body', () => {
  it('differs from the received one only by deletions inside tool results', async () => {
    let compacted = 0
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.constantFrom('repeated' as const, 'arrival' as const),
        async ({ dialect, body }, mode) => {
          const after = await forwarded(dialect, body, mode)

          const found = differences(...parsed(body, after))
          for (const difference of found) {
            expect(difference).toMatch(/^shorter /)
            expect(difference).toMatch(routes[dialect].results)
          }
          if (found.length === 0) expect(sha256(after)).toBe(sha256(body))
          else compacted += 1
          expect(after).toContain('"big":12345678901234567890,"x":1.0,')
          expect(isSubsequence(after, body)).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
    // Some twenty of the 300 lose something.
    expect(compacted).toBeGreaterThan(2)
  })

  it('is byte for byte the received one where nothing may be shortened', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom('observe' as const, 'off' as const), async ({ dialect, body }, mode) => {
        expect(sha256(await forwarded(dialect, body, mode))).toBe(sha256(body))
      }),
      { numRuns: 100 },
    )
  })

  it('is the same from every replica, with a history as it came if that may be cached, and as a shorter conversation goes if not', async () => {
    await fc.assert(
      fc.asyncProperty(
        messagesBody,
        fc.nat(),
        fc.constantFrom('repeated' as const, 'arrival' as const),
        async (turns, cut, mode) => {
          const body = (count: number): string =>
            `{"model":"claude-sonnet-4-5","metadata":"${frame}","messages":[${turns.slice(0, count).join(',')}]}`
          const history = body(Math.max(turns.length - 1, 0))
          const shorter = body(turns.length === 0 ? 0 : cut % turns.length)
          const whole = await forwarded('messages', body(turns.length), mode)

          expect(await forwarded('messages', body(turns.length), mode)).toBe(whole)
          const beginning = whole.includes(marker) ? history : await forwarded('messages', shorter, mode)
          expect(whole.startsWith(beginning.slice(0, -2))).toBe(true)
        },
      ),
      // The same bodies each time: without a memory in common, two prompts of different lengths may fall on the two sides of a floor.
      { numRuns: 100, seed: 1 },
    )
  })
})
