// The providers that are simulated, each with the requests that its clients send.

import { automaticCache, breakpointCache, markedCache, noCache, type PromptCache } from './provider/caches.ts'
import type { Setting } from './requests.ts'

export const providerNames = [
  'anthropic',
  'haiku',
  'opus',
  'openai',
  'openai-day',
  'openai-5.6',
  'openai-exact',
  'openai-responses',
  'uncached',
] as const
export type ProviderName = (typeof providerNames)[number]

const minute = 60_000

export interface SimulatedProvider {
  readonly title: string
  readonly setting: Setting
  /** How long the cache holds what was sent last, in milliseconds. */
  readonly lifetime: number
  readonly cache: () => PromptCache
}

export const providers: Readonly<Record<ProviderName, SimulatedProvider>> = {
  anthropic: {
    title: 'Anthropic: marked cache of 5 minutes, read 0.1, write 1.25',
    setting: { provider: 'anthropic', dialect: 'messages', model: 'claude-sonnet-4-5', marked: '5m' },
    lifetime: 5 * minute,
    cache: () => markedCache(),
  },
  haiku: {
    title: 'Anthropic, Haiku 4.5: the same from 4,096 tokens on',
    setting: { provider: 'anthropic', dialect: 'messages', model: 'claude-haiku-4-5', marked: '5m' },
    lifetime: 5 * minute,
    cache: () => markedCache(),
  },
  opus: {
    title: 'Anthropic, Opus 4.6: the same from 4,096 tokens on, for an hour, write 2',
    setting: { provider: 'anthropic', dialect: 'messages', model: 'claude-opus-4-6', marked: '1h' },
    lifetime: 60 * minute,
    cache: () => markedCache(),
  },
  'openai-day': {
    title: 'OpenAI, GPT-5.5: automatic cache of a day, read 0.1, write 1',
    setting: { provider: 'openai', dialect: 'responses', model: 'gpt-5.5' },
    lifetime: 24 * 60 * minute,
    cache: () => automaticCache({ lifetime: 24 * 60 * minute }),
  },
  'openai-5.6': {
    title: 'OpenAI, GPT-5.6: cached where requests end, for half an hour, read 0.1, write 1.25',
    setting: { provider: 'openai', dialect: 'responses', model: 'gpt-5.6' },
    lifetime: 30 * minute,
    cache: () => breakpointCache({ lifetime: 30 * minute, writesReported: true }),
  },
  openai: {
    title: 'OpenAI chat completions: automatic cache, read 0.1, write 1',
    setting: { provider: 'openai', dialect: 'chat-completions', model: 'gpt-5.4' },
    lifetime: 10 * minute,
    cache: () => automaticCache(),
  },
  'openai-exact': {
    title: 'OpenAI chat completions, read to the token instead of in steps of 128',
    setting: { provider: 'openai', dialect: 'chat-completions', model: 'gpt-5.4' },
    lifetime: 10 * minute,
    cache: () => automaticCache({ step: 1 }),
  },
  'openai-responses': {
    title: 'OpenAI responses: automatic cache, read 0.1, write 1',
    setting: { provider: 'openai', dialect: 'responses', model: 'gpt-5.4' },
    lifetime: 10 * minute,
    cache: () => automaticCache(),
  },
  uncached: {
    title: 'No cache',
    setting: { provider: 'anthropic', dialect: 'messages', model: 'claude-sonnet-4-5' },
    lifetime: 0,
    cache: noCache,
  },
}
