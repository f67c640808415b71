// Checks Anthropic's own SDK against the deployment, with the stub as the provider, by base URL and headers alone.

import Anthropic from '@anthropic-ai/sdk'
import { instruct } from '../../testkit/provider/instruction.ts'
import { canary, madeUpKey, stubKey } from '../canary.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { expect, refusalOf } from '../outcome.ts'

const patienceMilliseconds = 60_000

import { usualText, usualWords } from '../../testkit/provider/prompt.ts'

const hello = { model: 'claude-haiku-4-5', max_tokens: 100, messages: [{ role: 'user' as const, content: canary }] }
const tools = [{ name: 'lookup', input_schema: { type: 'object' as const, properties: { city: { type: 'string' } } } }]

const client = (deployment: DeployedService, instruction: Record<string, string> = {}): Anthropic =>
  new Anthropic({
    baseURL: `${deployment.baseUrl}/provider-a`,
    apiKey: stubKey,
    maxRetries: 0,
    timeout: patienceMilliseconds,
    defaultHeaders: { ...deployment.toStub('anthropic'), ...instruction },
  })

const textOf = ({ content }: Anthropic.Message): string =>
  content.map((block) => (block.type === 'text' ? block.text : '')).join('')

const means = 'the SDK works by base URL and header alone'

const create: Check = {
  name: 'anthropic sdk: a message',
  means,
  async run(deployment) {
    const message = await client(deployment).messages.create(hello)
    expect(textOf(message) === usualText, textOf(message))
    expect(message.usage.input_tokens > 0, 'no usage')
    return `${usualText}, with usage`
  },
}

const stream: Check = {
  name: 'anthropic sdk: a streamed message',
  means,
  async run(deployment) {
    const pieces: string[] = []
    const stream = client(deployment).messages.stream(hello)
    stream.on('text', (text) => pieces.push(text))
    const text = textOf(await stream.finalMessage())
    expect(text === usualText && pieces.length === usualWords.length, `${pieces.length} pieces: ${text}`)
    return `${usualText}, in ${pieces.length} pieces`
  },
}

const toolRound = (streamed: boolean): Check => ({
  name: `anthropic sdk: a tool round trip${streamed ? ', streamed' : ''}`,
  means: 'calls and their results go both ways',
  async run(deployment) {
    const sdk = client(deployment)
    const ask = (messages: Anthropic.MessageParam[]): Promise<Anthropic.Message> => {
      const request = { ...hello, tools, messages }
      return streamed ? sdk.messages.stream(request).finalMessage() : sdk.messages.create(request)
    }
    const { content } = await ask(hello.messages)
    const [call] = content
    expect(call?.type === 'tool_use', `the first answer is ${call?.type ?? 'empty'}`)
    expect(JSON.stringify(call.input) === '{"city":"Tōkyō"}', `arguments ${JSON.stringify(call.input)}`)
    const result = { type: 'tool_result' as const, tool_use_id: call.id, content: '{\n  "celsius": 12.0\n}' }
    const last = await ask([...hello.messages, { role: 'assistant', content }, { role: 'user', content: [result] }])
    expect(textOf(last) === usualText, textOf(last))
    return 'a call with its arguments, then the answer'
  },
})

const abort: Check = {
  name: 'anthropic sdk: leaves a stream',
  means: 'a client that stops is released at once, and the next request is served',
  async run(deployment) {
    const stream = client(deployment, instruct('slow')).messages.stream(hello)
    const heard = new Promise<void>((resolve) => stream.once('text', () => resolve()))
    // The stream's error is the abort. It is checked below.
    const ended = stream.done().then(
      () => undefined,
      (error: unknown) => error,
    )
    await Promise.race([heard, ended])
    const left = performance.now()
    stream.abort()
    const error = await ended
    const took = Math.round(performance.now() - left)
    expect(error instanceof Anthropic.APIUserAbortError, 'the stream went on to its end')
    expect(took < 1_000, `released after ${took} ms`)
    expect(textOf(await client(deployment).messages.create(hello)) === usualText, 'the next request failed')
    return `released after ${took} ms; the next request was served`
  },
}

const broken: Check = {
  name: 'anthropic sdk: a stream that breaks',
  means: 'the SDK reports an error and never returns half an answer',
  answers: 'cut-streams',
  async run(deployment) {
    let heard = 0
    const stream = client(deployment, instruct('cut')).messages.stream(hello)
    stream.on('text', () => {
      heard += 1
    })
    const error = await stream.finalMessage().catch((caught: unknown) => caught)
    expect(error instanceof Error, 'half an answer was taken for a whole one')
    expect(heard > 0, `nothing was heard before ${error.constructor.name}`)
    return `${heard} pieces, then ${error.constructor.name}`
  },
}

const nativeError = (status: number): Check => ({
  name: `anthropic sdk: the provider’s own ${status}`,
  means: 'the SDK reads the provider’s error as it would without the service',
  async run(deployment) {
    for (const streamed of [false, true]) {
      const sdk = client(deployment, instruct('fail', status))
      const error = await (streamed ? sdk.messages.stream(hello).finalMessage() : sdk.messages.create(hello)).catch(
        (caught: unknown) => caught,
      )
      expect(error instanceof Anthropic.APIError, 'no error')
      expect(error.status === status, `${error.status}`)
      expect(JSON.stringify(error.error).includes(`native ${status}`), `${JSON.stringify(error.error)}`)
      expect(error.headers?.get('retry-after') === '1', 'Retry-After is missing')
    }
    return `${status} with its own body and Retry-After, streamed and not`
  },
})

const others: Check = {
  name: 'anthropic sdk: token counts and models',
  means: 'everything else under the prefix passes unchanged',
  async run(deployment) {
    const sdk = client(deployment)
    const { input_tokens: tokens } = await sdk.messages.countTokens({ model: 'm', messages: hello.messages })
    const models = await sdk.models.list({ limit: 5 })
    expect(tokens === 100 && models.data[0]?.id === 'm-1', `${tokens} tokens, ${models.data.length} models`)
    return 'both answered'
  },
}

const wrongKey: Check = {
  name: 'anthropic sdk: a key that the provider does not know',
  means: 'the provider is reached, and its own answer comes back; this costs nothing',
  async run({ baseUrl, serviceKey }) {
    const sdk = new Anthropic({
      baseURL: `${baseUrl}/provider-a`,
      apiKey: null,
      defaultHeaders: { 'X-Service-Auth-Token': serviceKey, 'x-api-key': madeUpKey },
      maxRetries: 0,
      timeout: patienceMilliseconds,
    })
    const error = await refusalOf(sdk.messages.create(hello))
    expect(error instanceof Anthropic.AuthenticationError, error instanceof Error ? error.message : `${error}`)
    expect(JSON.stringify(error.error).startsWith('{"type":"error"'), `${JSON.stringify(error.error)}`)
    return '401 in the provider’s own form'
  },
}

export const anthropicSdkChecks: readonly Check[] = [
  create,
  stream,
  toolRound(false),
  toolRound(true),
  abort,
  broken,
  ...[400, 429, 500, 529].map(nativeError),
  others,
  wrongKey,
]
