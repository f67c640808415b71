// Checks OpenAI's own SDK against the deployment, with the stub as the provider: chat completions and responses.

import OpenAI from 'openai'
import { instruct } from '../../testkit/provider/instruction.ts'
import { usualText, usualWords } from '../../testkit/provider/prompt.ts'
import { canary, madeUpKey, stubKey } from '../canary.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { expect, refusalOf } from '../outcome.ts'

const patienceMilliseconds = 60_000
const model = 'gpt-5.4-mini'
const messages = [{ role: 'user' as const, content: canary }]
const parameters = { type: 'object', properties: { city: { type: 'string' } } }
const result = '{\n  "celsius": 12.0\n}'

const client = (deployment: DeployedService, instruction: Record<string, string> = {}): OpenAI =>
  new OpenAI({
    baseURL: `${deployment.baseUrl}/provider-b/v1`,
    apiKey: stubKey,
    maxRetries: 0,
    timeout: patienceMilliseconds,
    defaultHeaders: { ...deployment.toStub('openai'), ...instruction },
  })

const means = 'the SDK works by base URL and header alone'

const chat: Check = {
  name: 'openai sdk: a chat completion',
  means,
  async run(deployment) {
    const { choices, usage } = await client(deployment).chat.completions.create({ model, messages })
    const text = choices[0]?.message.content ?? 'nothing'
    expect(text === usualText && (usage?.prompt_tokens ?? 0) > 0, text)
    return `${usualText}, with usage`
  },
}

const chatStream: Check = {
  name: 'openai sdk: a streamed chat completion',
  means,
  async run(deployment) {
    const pieces: string[] = []
    for await (const { choices } of await client(deployment).chat.completions.create({ model, messages, stream: true }))
      pieces.push(choices[0]?.delta.content ?? '')
    const text = pieces.join('')
    const words = pieces.filter((piece) => piece !== '').length
    expect(text === usualText && words === usualWords.length, `${words} pieces: ${text}`)
    return `${usualText}, in ${words} pieces`
  },
}

const chatTools: Check = {
  name: 'openai sdk: a tool round trip, chat',
  means: 'calls and their results go both ways',
  async run(deployment) {
    const sdk = client(deployment)
    const tools = [{ type: 'function' as const, function: { name: 'lookup', parameters } }]
    const first = await sdk.chat.completions.create({ model, messages, tools })
    const asked = first.choices[0]?.message
    const call = asked?.tool_calls?.[0]
    expect(asked !== undefined && call?.type === 'function', 'no call')
    expect(call.function.arguments === '{"city":"Tōkyō"}', call.function.arguments)
    const answered = { role: 'tool' as const, tool_call_id: call.id, content: result }
    const last = await sdk.chat.completions.create({ model, messages: [...messages, asked, answered], tools })
    expect(last.choices[0]?.message.content === usualText, 'no answer')
    return 'a call with its arguments, then the answer'
  },
}

const responses: Check = {
  name: 'openai sdk: a response',
  means,
  async run(deployment) {
    const { output_text: text, usage } = await client(deployment).responses.create({ model, input: canary })
    expect(text === usualText && (usage?.input_tokens ?? 0) > 0, text)
    return `${usualText}, with usage`
  },
}

const responsesStream: Check = {
  name: 'openai sdk: a streamed response',
  means,
  async run(deployment) {
    const pieces: string[] = []
    const stream = client(deployment).responses.stream({ model, input: canary })
    stream.on('response.output_text.delta', ({ delta }) => pieces.push(delta))
    const { output_text: text } = await stream.finalResponse()
    expect(text === usualText && pieces.length === usualWords.length, `${pieces.length} pieces: ${text}`)
    return `${usualText}, in ${pieces.length} pieces`
  },
}

const responsesTools: Check = {
  name: 'openai sdk: a tool round trip, responses',
  means: 'calls and their results go both ways',
  async run(deployment) {
    const sdk = client(deployment)
    const tools = [{ type: 'function' as const, name: 'lookup', parameters, strict: false }]
    const first = await sdk.responses.create({ model, input: canary, tools })
    const [call] = first.output
    expect(call?.type === 'function_call', `the first answer is ${call?.type ?? 'empty'}`)
    const { type, call_id, name, arguments: words } = call
    const input = [
      { role: 'user' as const, content: canary },
      { type, call_id, name, arguments: words },
      { type: 'function_call_output' as const, call_id, output: result },
    ]
    const last = await sdk.responses.create({ model, input, tools })
    expect(last.output_text === usualText, last.output_text)
    return 'a call with its arguments, then the answer'
  },
}

const abort: Check = {
  name: 'openai sdk: leaves a stream',
  means: 'a client that stops is released at once, and the next request is served',
  async run(deployment) {
    const leaving = new AbortController()
    const options = { signal: leaving.signal }
    const stream = await client(deployment, instruct('slow')).responses.create(
      { model, input: canary, stream: true },
      options,
    )
    let heard = 0
    let left = 0
    for await (const _ of stream) {
      heard += 1
      if (heard !== 2) continue
      left = performance.now()
      leaving.abort()
    }
    const took = Math.round(performance.now() - left)
    expect(left > 0 && heard < 5, `${heard} events were heard`)
    expect(took < 1_000, `released after ${took} ms`)
    const { output_text: text } = await client(deployment).responses.create({ model, input: canary })
    expect(text === usualText, 'the next request failed')
    return `released after ${took} ms; the next request was served`
  },
}

const nativeError = (status: number): Check => ({
  name: `openai sdk: the provider’s own ${status}`,
  means: 'the SDK reads the provider’s error as it would without the service',
  async run(deployment) {
    const sdk = client(deployment, instruct('fail', status))
    const calls = [
      () => sdk.chat.completions.create({ model, messages }),
      () => sdk.responses.create({ model, input: canary, stream: true }),
    ]
    for (const call of calls) {
      const error = await Promise.resolve(call()).catch((caught: unknown) => caught)
      expect(error instanceof OpenAI.APIError, 'no error')
      expect(error.status === status && error.message.includes(`native ${status}`), `${error.message}`)
    }
    return `${status} with its own body, chat and responses`
  },
})

const others: Check = {
  name: 'openai sdk: models',
  means: 'everything else under the prefix passes unchanged',
  async run(deployment) {
    const models = await client(deployment).models.list()
    expect(models.data[0]?.id === 'm-1', `${models.data.length} models`)
    return 'answered'
  },
}

const wrongKey: Check = {
  name: 'openai sdk: a key that the provider does not know',
  means: 'the provider is reached, and its own answer comes back; this costs nothing',
  async run({ baseUrl, serviceKey }) {
    const sdk = new OpenAI({
      baseURL: `${baseUrl}/provider-b/v1`,
      apiKey: madeUpKey,
      defaultHeaders: { 'X-Service-Auth-Token': serviceKey },
      maxRetries: 0,
      timeout: patienceMilliseconds,
    })
    const error = await refusalOf(sdk.chat.completions.create({ model, messages }))
    expect(error instanceof OpenAI.AuthenticationError, error instanceof Error ? error.message : `${error}`)
    return '401 in the provider’s own form'
  },
}

export const openaiSdkChecks: readonly Check[] = [
  chat,
  chatStream,
  chatTools,
  responses,
  responsesStream,
  responsesTools,
  abort,
  ...[400, 429, 500].map(nativeError),
  others,
  wrongKey,
]
