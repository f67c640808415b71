// What the providers' prompt caches cost and hold, row by row, each with its source and the date on which it was read. The
// first row whose family stands anywhere in a model's name is the model's: gateways put words before and behind a name.

import type { InputPrices, Lifetime, PriceRow } from './rules.ts'

const minute = 60_000
const hour = 60 * minute

const exactly = (milliseconds: number): Lifetime => ({ surelyMs: milliseconds, possiblyMs: milliseconds })
const between = (surelyMs: number, possiblyMs: number): Lifetime => ({ surelyMs, possiblyMs })

/** Of one family of models. */
export interface ModelPrices extends PriceRow {
  readonly family: RegExp
  readonly source: string
}

const claudeDocs = 'platform.claude.com/docs/en/build-with-claude/prompt-caching, 2026-10'
const sonnetDocs = `${claudeDocs}; entries of 1,024 to 2,048 tokens not seen: anthropic-sdk-python issue 1194`
const gptDocs = 'developers.openai.com/api/docs/guides/prompt-caching, 2026-10'

/** Anthropic: five minutes or an hour from the last use, as the marker says; writes at 1.25 or 2, reads at a tenth. */
const claude = (family: RegExp, from: number, to: number, source: string): ModelPrices => ({
  family,
  automatic: false,
  surelyEnds: 'markers',
  possiblyEnds: 'markers',
  leastTokens: { from, to },
  lifetime: exactly(5 * minute),
  longLifetime: exactly(hour),
  read: 0.1,
  write: 1.25,
  writeLong: 2,
  source,
})

/** Each Haiku, what is older than Opus 4.5 and Sonnet 4.6, and models of a name that nobody knows (platform.claude.com, prompt caching, "What invalidates the cache", 2026-11). */
const forgetful = (row: ModelPrices): ModelPrices => ({ ...row, forgetsThinking: true })

/**
 * OpenAI: every prompt of 1,024 tokens, written for nothing before GPT-5.6. An entry lives five to ten minutes of rest, an hour
 * at most, or, by the default of later organisations, up to a day.
 */
const gpt = (family: RegExp, read: number, source: string): ModelPrices => ({
  family,
  automatic: true,
  surelyEnds: 'anywhere',
  possiblyEnds: 'anywhere',
  leastTokens: { from: 1_024, to: 1_024 },
  lifetime: between(5 * minute, 24 * hour),
  longLifetime: between(5 * minute, 24 * hour),
  read,
  write: 1,
  writeLong: 1,
  source,
})

/** OpenAI before GPT-5.6 reads in steps. */
export const stepTokens = 128
const inSteps = (row: ModelPrices): ModelPrices => ({ ...row, stepTokens })

/** Where nothing is known the plan moves least: anything may be cached, for as long as anywhere, and nothing surely is. */
const cautious: ModelPrices = {
  ...inSteps(gpt(/(?:)/, 0.1, '')),
  surelyEnds: 'nowhere',
  leastTokens: { from: 512, to: 4_096 },
  write: 2,
  writeLong: 2,
  lifetime: between(0, 24 * hour),
  longLifetime: between(0, 24 * hour),
}
/** Others than Claude, behind Anthropic's API: DeepSeek, for one, caches every prompt unasked (api-docs.deepseek.com/guides/kv_cache, 2026-11). */
const cautiousInMessages = forgetful(cautious)
const unknown: InputPrices = { read: 0.1, write: 1, writeLong: 1 }

/** The last row is for a model of another name. */
export const anthropicPrices: readonly ModelPrices[] = [
  forgetful(claude(/haiku-4[-.]5/, 4_096, 4_096, claudeDocs)),
  claude(/opus-4[-.][56]/, 4_096, 4_096, claudeDocs),
  claude(/opus-4[-.]7/, 2_048, 4_096, `${claudeDocs}; 4,096 by docs.litellm.ai, prompt caching, 2026-10`),
  forgetful(claude(/(haiku-3|3[-.]5-haiku|3-haiku)/, 2_048, 2_048, claudeDocs)),
  claude(/(opus-5|fable-5|mythos-5)/, 512, 512, claudeDocs),
  forgetful(
    claude(/haiku/, 512, 4_096, 'no length is documented for later ones, 2026-11: as short and as long as any'),
  ),
  claude(
    /claude.*(4[-.][6-9]-sonnet|sonnet-4[-.][6-9]|sonnet-[5-9]|opus-4[-.][89]|opus-[6-9]|fable|mythos)/,
    1_024,
    2_048,
    sonnetDocs,
  ),
  forgetful(claude(/claude/, 1_024, 2_048, sonnetDocs)),
  forgetful(
    claude(/sonnet|opus/, 512, 4_096, 'a gateway’s own name for one of them, 2026-11: as short and as long as any'),
  ),
  cautiousInMessages,
]

/** The last row is for a model of another name. */
export const openaiPrices: readonly ModelPrices[] = [
  // Writes are charged, and prefixes match where a request ended. Kept for 30 minutes at least.
  {
    ...gpt(/gpt-(5[.-][6-9]|[6-9])/, 0.1, gptDocs),
    surelyEnds: 'requests',
    possiblyEnds: 'requests',
    lifetime: between(30 * minute, 24 * hour),
    longLifetime: between(30 * minute, 24 * hour),
    write: 1.25,
    writeLong: 1.25,
  },
  {
    ...inSteps(gpt(/gpt-5[.-]5/, 0.1, `${gptDocs}; kept for a day only, at the ends of requests by some accounts`)),
    surelyEnds: 'requests',
  },
  inSteps(gpt(/(gpt-4\.1|\bo3|\bo4)/, 0.25, gptDocs)),
  inSteps(gpt(/(gpt-4|\bo1)/, 0.5, gptDocs)),
  inSteps(gpt(/(gpt-|codex)/, 0.1, gptDocs)),
  cautious,
]

/** Of Claude in the dialects of OpenAI: what a gateway charges is what Anthropic does (openrouter.ai, prompt caching, 2026-11). */
const claudes: InputPrices = { read: 0.1, write: 1.25, writeLong: 2 }

const rowOf = (rows: readonly ModelPrices[], model = ''): ModelPrices => {
  const name = model.toLowerCase()
  return rows.find(({ family }) => family.test(name)) ?? cautious
}

/** What savings are valued at. For a model that we do not know: the cheapest reads, so that no saving is claimed that may not exist. */
export const pricesOf = (rows: readonly ModelPrices[], model: string | undefined): InputPrices => {
  const row = rowOf(rows, model)
  if (row === cautious && /claude/i.test(model ?? '')) return claudes
  return row === cautious || row === cautiousInMessages ? unknown : row
}

/** The same for an upstream that is not the provider's own: it may cache anything, for long, whatever is marked, and in steps. Markers say nothing there. */
export const asElsewhere = (row: PriceRow): PriceRow => {
  const anywhere = between(row.lifetime.surelyMs, cautious.lifetime.possiblyMs)
  return {
    ...row,
    surelyEnds: row.surelyEnds === 'markers' ? 'nowhere' : row.surelyEnds,
    possiblyEnds: 'anywhere',
    leastTokens: { from: Math.min(row.leastTokens.from, cautious.leastTokens.from), to: row.leastTokens.to },
    lifetime: anywhere,
    longLifetime: anywhere,
    stepTokens,
  }
}

/** What the plan reckons with. `elsewhere`: the upstream is not the provider's own. */
export const cachePricesOf = (
  rows: readonly ModelPrices[],
  model: string | undefined,
  elsewhere: boolean,
): PriceRow => {
  const row = rowOf(rows, model)
  return elsewhere ? asElsewhere(row) : row
}
