// Checks `POST /v1/compress`: what both compressors promise, and how it refuses. Costs no tokens.

import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { canary } from '../canary.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { expect } from '../outcome.ts'
import { refusalCheck } from './refusal.ts'

const message = z.looseObject({ role: z.string(), content: z.string() })
const compressed = z.object({ model: z.string(), messages: z.array(message) })
type Messages = z.infer<typeof message>[]

const { messages: transcript } = z
  .object({ messages: z.array(message) })
  .parse(JSON.parse(readFileSync(new URL('../../examples/transcript.json', import.meta.url), 'utf8')))
const prose =
  'The committee met on the 12th of March and decided, after a long discussion of the costs, that the new bridge over ' +
  'the river should not be opened to lorries of more than 40 tonnes before the inspection has been finished. '

const request = (body: unknown) => ({
  path: '/v1/compress',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const compress = async (
  { ask }: DeployedService,
  model: string,
  messages: Messages,
  rate?: number,
): Promise<Messages> => {
  const answer = await ask(request({ model, messages, ...defined({ compression_rate: rate }) }))
  const text = answer.body.toString('utf8')
  expect(answer.status === 200, `${answer.status}: ${text.slice(0, 160)}`)
  const parsed = compressed.parse(JSON.parse(text))
  expect(parsed.model === model, `model ${parsed.model}`)
  return parsed.messages
}

/** Whether the long text becomes the short one by deletions alone. */
export const isSubsequence = (short: string, long: string): boolean => {
  let at = 0
  for (let index = 0; index < long.length && at < short.length; index += 1) if (short[at] === long[index]) at += 1
  return at === short.length
}

const lengthOf = (messages: Messages): number => messages.reduce((sum, { content }) => sum + content.length, 0)

const shortens = (model: string, messages: Messages): Check => ({
  name: `/v1/compress: ${model} shortens, and only deletes`,
  means: 'this compressor is deployed and answers; every message keeps role, place and remaining words',
  async run(deployment) {
    const started = performance.now()
    const result = await compress(deployment, model, messages)
    const took = Math.round(performance.now() - started)
    expect(result.length === messages.length, `${result.length} of ${messages.length} messages`)
    for (const [index, { role, content }] of result.entries()) {
      expect(role === messages[index]?.role, `message ${index} has the role ${role}`)
      expect(isSubsequence(content, messages[index]?.content ?? ''), `message ${index} has new words`)
      expect(content.trim() !== '', `message ${index} is empty`)
    }
    expect(lengthOf(result) < lengthOf(messages), 'nothing was shortened')
    return `${lengthOf(messages)} to ${lengthOf(result)} characters in ${took} ms`
  },
})

const restores = (model: string, messages: Messages): Check => ({
  name: `/v1/compress: ${model} at rate 0`,
  means: 'at rate 0 nothing is removed',
  async run(deployment) {
    const result = await compress(deployment, model, messages, 0)
    expect(JSON.stringify(result) === JSON.stringify(messages), 'the messages came back changed')
    return 'the messages as they were'
  },
})

const invalid = { status: 400, type: 'invalid_request_error' } as const
const one = [{ role: 'user', content: canary }]

export const compressChecks: readonly Check[] = [
  shortens('helene-1', [{ role: 'user', content: prose.repeat(6), name: 'kept' }]),
  restores('helene-1', [{ role: 'user', content: prose.repeat(6), name: 'kept' }]),
  shortens('adeline-1', transcript),
  restores('adeline-1', transcript),
  refusalCheck({
    name: '400: an unknown compressor',
    means: 'the answer lists the compressors that can be selected',
    status: 400,
    type: 'unknown_model',
    members: ['available_models'],
    request: () => request({ model: 'helene-0', messages: one }),
  }),
  refusalCheck({
    name: '400: a rate out of range',
    means: 'the message names the field',
    ...invalid,
    says: /compression_rate/,
    request: () => request({ model: 'helene-1', messages: one, compression_rate: 1.1 }),
  }),
  refusalCheck({
    name: '400: a content that is not text',
    means: 'the message names the field',
    ...invalid,
    says: /messages\[0\]\.content/,
    request: () => request({ model: 'helene-1', messages: [{ role: 'user', content: [canary] }] }),
  }),
  refusalCheck({
    name: '405: GET of /v1/compress',
    means: 'the path accepts only POST',
    status: 405,
    type: 'method_not_allowed',
    request: () => ({ method: 'GET', path: '/v1/compress' }),
  }),
]
