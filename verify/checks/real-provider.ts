// Sends a few very small requests to the real providers whose keys are given. They cost a few hundred tokens in all.

import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import type { ProviderId } from '../../core/upstream/providers.ts'
import { Skipped } from '../../testkit/skipped.ts'
import type { Check } from '../check.ts'
import type { DeployedService } from '../deployed-service.ts'
import { expect } from '../outcome.ts'

const asks = 'Answer with the one word: yes.'

const keyOf = (
  { providers }: DeployedService,
  provider: ProviderId,
): { readonly key: string; readonly model: string } => {
  const given = providers[provider]
  if (given === undefined) throw new Skipped(`needs --upstream-key-${provider}`)
  return given
}

const messages = (streamed: boolean): Check => ({
  name: `real provider: a message${streamed ? ', streamed' : ''}`,
  means: 'the default upstream of Anthropic is reached with its own key',
  async run(deployment) {
    const { key, model } = keyOf(deployment, 'anthropic')
    const sdk = new Anthropic({
      baseURL: `${deployment.baseUrl}/provider-a`,
      apiKey: null,
      defaultHeaders: { 'X-Service-Auth-Token': deployment.serviceKey, 'x-api-key': key },
    })
    const request = { model, max_tokens: 16, messages: [{ role: 'user' as const, content: asks }] }
    const { usage } = await (streamed ? sdk.messages.stream(request).finalMessage() : sdk.messages.create(request))
    expect(usage.output_tokens > 0, 'no tokens')
    return `${usage.input_tokens} tokens in, ${usage.output_tokens} out`
  },
})

const openai = (deployment: DeployedService): { readonly sdk: OpenAI; readonly model: string } => {
  const { key, model } = keyOf(deployment, 'openai')
  const defaultHeaders = { 'X-Service-Auth-Token': deployment.serviceKey }
  return { sdk: new OpenAI({ baseURL: `${deployment.baseUrl}/provider-b/v1`, apiKey: key, defaultHeaders }), model }
}

const means = 'the default upstream of OpenAI is reached with its own key'

const chat: Check = {
  name: 'real provider: a streamed chat completion',
  means,
  async run(deployment) {
    const { sdk, model } = openai(deployment)
    const messages = [{ role: 'user' as const, content: asks }]
    const stream_options = { include_usage: true }
    let tokens = 0
    for await (const { usage } of await sdk.chat.completions.create({ model, messages, stream: true, stream_options }))
      tokens = usage?.prompt_tokens ?? tokens
    expect(tokens > 0, 'no usage')
    return `${tokens} tokens in`
  },
}

const responses: Check = {
  name: 'real provider: a response',
  means,
  async run(deployment) {
    const { sdk, model } = openai(deployment)
    const { usage } = await sdk.responses.create({ model, input: asks, max_output_tokens: 64 })
    expect((usage?.input_tokens ?? 0) > 0, 'no usage')
    return `${usage?.input_tokens} tokens in, ${usage?.output_tokens} out`
  },
}

export const realProviderChecks: readonly Check[] = [messages(false), messages(true), chat, responses]
