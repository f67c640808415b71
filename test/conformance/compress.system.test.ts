// `POST /v1/compress` of the running service, with the real engines behind it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defined } from '../../core/collections/defined.ts'
import { isSubsequence } from '../../verify/checks/compress.ts'
import { type ServiceUnderTest, startService } from './service.ts'

const answer = z.object({
  model: z.string(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
})
const { messages } = z
  .object({ messages: answer.shape.messages })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../examples/transcript.json'), 'utf8')))
const prose =
  'The committee met on the 12th of March and decided, after a long discussion of the costs, that the new bridge over ' +
  'the river should not be opened to lorries of more than 40 tonnes before the inspection has been finished. '

let service: ServiceUnderTest
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const send = (body: string): Promise<Response> =>
  fetch(`${service.baseUrl}/v1/compress`, {
    method: 'POST',
    headers: { 'x-service-auth-token': service.serviceKey, 'content-type': 'application/json' },
    body,
  })
const post = (body: unknown): Promise<Response> => send(JSON.stringify(body))

const lengthOf = (list: readonly { content: string }[]): number =>
  list.reduce((sum, { content }) => sum + content.length, 0)

describe.each(['helene-1', 'adeline-1'])('%s', (model) => {
  const texts = model === 'helene-1' ? [{ role: 'user', content: prose.repeat(6), name: 'kept' }] : messages

  const compressed = async (rate?: number, sent = texts) => {
    const response = await post({ model, messages: sent, ...defined({ compression_rate: rate }) })
    expect(response.status).toBe(200)
    return answer.parse(await response.json())
  }

  it('shortens its kind of text, message by message, in order', async () => {
    const result = await compressed()
    expect(result.model).toBe(model)
    expect(result.messages.map(({ content, ...rest }) => rest)).toEqual(texts.map(({ content, ...rest }) => rest))
    for (const [index, { content }] of result.messages.entries()) {
      expect(isSubsequence(content, texts[index]?.content ?? '')).toBe(true)
      expect(content.trim()).not.toBe('')
    }
    expect(lengthOf(result.messages)).toBeLessThan(0.95 * lengthOf(texts))
  })

  it.each([undefined, 0.3])('makes the same of a message whatever stands around it (rate %j)', async (rate) => {
    const others = [...messages, { role: 'user', content: `${prose}It was opened in May all the same. `.repeat(4) }]
    const whole = [...texts, ...others, ...texts]
    const together = (await compressed(rate, whole)).messages
    expect((await compressed(rate, whole.toReversed())).messages).toEqual(together.toReversed())
    expect((await compressed(rate)).messages).toEqual(together.slice(0, texts.length))
    expect(together.slice(-texts.length)).toEqual(together.slice(0, texts.length))
  })

  it('gives back every byte at rate 0', async () => {
    expect((await compressed(0)).messages).toEqual(texts)
  })

  it('never empties a message at rate 1', async () => {
    const shortest = (await compressed(1)).messages
    for (const { content } of shortest) expect(content.trim()).not.toBe('')
    expect(lengthOf(shortest)).toBeLessThanOrEqual(lengthOf((await compressed()).messages))
  })

  it.each([-0.1, 1.1, '0.5', null])('refuses the rate %j', async (rate) => {
    const response = await post({ model, messages: texts, compression_rate: rate })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('compression_rate')
  })
})

it('names the compressors that can be selected if asked for another', async () => {
  const response = await post({ model: 'helene-9', messages })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { type: 'unknown_model', available_models: ['helene-1', 'adeline-1'] },
  })
})

it('answers the example of docs/api.md as the page says', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
  const [, example = '', said = ''] = /v1\/compress -H .* -d '(\{.*?\})'\n```\n\n```json\n(.*?)\n```/s.exec(page) ?? []
  expect(await (await send(example)).text()).toBe(said)
})
