// The providers as the search plays them, by their published rules: what a model's cache holds, for how long, from which
// length on, and at which price. Where a rule is documented in two ways there are two caches, and both are played.

import type { InputPrices } from '../../../../core/caches/rules.ts'
import { defined } from '../../../../core/collections/defined.ts'
import type { MeasuredDialect } from '../../../../testkit/data/conversation.ts'
import { automaticCache, breakpointCache, markedCache, noCache, type PromptCache } from '../../provider/caches.ts'

const minute = 60_000
const hour = 60 * minute

/** How long an entry lives, in milliseconds; of marked caches, what the client's markers ask for. */
export const lifetimes = {
  none: 0,
  '5m': 5 * minute,
  '10m': 10 * minute,
  '30m': 30 * minute,
  '1h': hour,
  '3h': 3 * hour,
  '24h': 24 * hour,
  mixed: hour,
} as const
export type Lifetime = keyof typeof lifetimes

/** How a client asks to be served, and the price of that as a multiple of the usual one. */
export interface Tier {
  readonly settings: Readonly<Record<string, unknown>>
  readonly price: number
}

export interface SimulatedModel {
  /** As the request spells it. */
  readonly model: string
  readonly provider: 'anthropic' | 'openai'
  readonly dialects: readonly MeasuredDialect[]
  /** What the provider really charges. */
  readonly prices: InputPrices
  readonly lifetimes: readonly Lifetime[]
  /** One for each way in which its rule is documented. */
  readonly caches: readonly ((lifetime: number) => PromptCache)[]
  /** The client names this upstream instead of the provider's own. */
  readonly upstream?: string
  /** The same model by another name. */
  readonly otherName?: string
  /** How it may be asked for; absent: in no other way. */
  readonly tiers?: readonly Tier[]
  /** Longer prompts may be charged twice; absent: none are. */
  readonly longFrom?: number
}

const elsewhere = 'https://gateway.example.com'

const usual: Tier = { settings: {}, price: 1 }
/** Of Opus: six times the price up to 4.7, twice from 4.8 on (octavus.ai/docs/protocol/fast-mode, 2026-11). */
const fast = (price: number): readonly Tier[] => [usual, { settings: { speed: 'fast' }, price }]
/** Of OpenAI's models: about half the price, and twice (docs.opper.ai, service tiers; openai.com, fast mode; 2026-11). */
const served: readonly Tier[] = [
  usual,
  { settings: { service_tier: 'flex' }, price: 0.5 },
  { settings: { service_tier: 'priority' }, price: 2 },
]
/** From GPT-5.4 on (openai.com, fast mode, and wavespeed.ai, gpt-5.4, 2026-11); Sonnet 4.5 with a million tokens (platform.claude.com, service tiers, 2026-11). */
const [longFrom, longFromOfSonnet] = [272_000, 200_000]

const claude = (model: string, ...least: readonly number[]): SimulatedModel => ({
  model,
  provider: 'anthropic',
  dialects: ['messages'],
  prices: { read: 0.1, write: 1.25, writeLong: 2 },
  lifetimes: ['5m', '1h', 'mixed'],
  caches: least.flatMap((leastTokens) => [
    () => markedCache({ leastTokens }),
    () => markedCache({ leastTokens, everyBlock: true }),
  ]),
})

const gpt = (model: string, read: number, ...kept: readonly Lifetime[]): SimulatedModel => ({
  model,
  provider: 'openai',
  dialects: ['chat-completions', 'responses'],
  prices: { read, write: 1, writeLong: 1 },
  lifetimes: kept,
  caches: [(lifetime) => automaticCache({ lifetime }), (lifetime) => automaticCache({ lifetime, withinBlocks: true })],
})

const uncached = (model: string, provider: SimulatedModel['provider'], upstream?: string): SimulatedModel => ({
  model,
  provider,
  dialects: provider === 'anthropic' ? ['messages'] : ['chat-completions', 'responses'],
  prices: { read: 1, write: 1, writeLong: 1 },
  lifetimes: ['none'],
  caches: [() => noCache()],
  ...defined({ upstream }),
})

export const models = {
  // Documented as 1,024; entries of less than 2,048 were never seen.
  sonnet: {
    ...claude('claude-sonnet-4-5', 1_024, 2_048),
    otherName: 'claude-sonnet-4-5-20250929',
    longFrom: longFromOfSonnet,
  },
  haiku: { ...claude('claude-haiku-4-5-20251001', 4_096), otherName: 'claude-haiku-4-5' },
  opus: { ...claude('claude-opus-4-6', 4_096), tiers: fast(6) },
  'opus-4.7': { ...claude('claude-opus-4-7', 2_048), tiers: fast(6) },
  'opus-5': { ...claude('claude-opus-5', 512), tiers: fast(2) },
  bedrock: claude('us.anthropic.claude-haiku-4-5-20251001-v1:0', 4_096),
  gateway: {
    ...claude('anthropic/claude-sonnet-4.5', 1_024),
    upstream: elsewhere,
    otherName: 'anthropic/claude-4.5-sonnet-20250929',
  },
  'gpt-4o': { ...gpt('gpt-4o-2024-11-20', 0.5, '10m', '1h', '24h'), otherName: 'gpt-4o' },
  'gpt-4.1': { ...gpt('gpt-4.1', 0.25, '10m', '1h', '24h'), otherName: 'gpt-4.1-2025-04-14' },
  'gpt-5.4': {
    ...gpt('gpt-5.4', 0.1, '10m', '1h', '24h'),
    otherName: 'gpt-5.4-2026-03-05',
    tiers: served,
    longFrom,
  },
  'gpt-5.5': {
    ...gpt('gpt-5.5', 0.1, '24h'),
    tiers: served,
    longFrom,
    caches: [
      (lifetime) => automaticCache({ lifetime }),
      (lifetime) => breakpointCache({ lifetime, writesReported: false }),
    ],
  },
  'gpt-5.6': {
    ...gpt('gpt-5.6-sol', 0.1, '30m', '3h', '24h'),
    tiers: served,
    longFrom,
    prices: { read: 0.1, write: 1.25, writeLong: 1.25 },
    caches: [(lifetime) => breakpointCache({ lifetime, writesReported: true })],
  },
  'uncached gpt': uncached('gpt-5.4', 'openai', elsewhere),
  'uncached claude': uncached('claude-sonnet-4-5', 'anthropic'),
  unknown: uncached('qwen3-coder-480b', 'openai', elsewhere),
  // Takes Anthropic's requests, and caches every prompt whatever they mark.
  'automatic claude': {
    ...gpt('deepseek-chat', 0.1, '10m', '1h', '24h'),
    provider: 'anthropic',
    dialects: ['messages'],
    upstream: elsewhere,
  },
  // Answers to Claude's names with models of its own.
  'renamed claude': {
    ...gpt('claude-sonnet-4-5', 0.1, '10m', '1h', '24h'),
    provider: 'anthropic',
    dialects: ['messages'],
    upstream: elsewhere,
  },
  'unknown cached': { ...gpt('large-2', 0.1, '10m', '1h'), upstream: elsewhere },
} as const satisfies Record<string, SimulatedModel>
export type ModelName = keyof typeof models
export const modelNames = Object.keys(models) as readonly ModelName[]

/** Those that can be asked in the same way. */
export const relatedTo = (model: ModelName): ModelName[] =>
  modelNames.filter(
    (other) =>
      models[other].provider === models[model].provider &&
      models[other].dialects.length === models[model].dialects.length,
  )
