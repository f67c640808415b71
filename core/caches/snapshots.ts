// Under which name a provider caches what a model was sent. An alias stands for a snapshot, which is named by its date: both are one model (models
// overview of platform.claude.com, models of developers.openai.com, 2026-11). Gateways name the snapshots of Claude with the version before the family.

/** How the name of a snapshot ends. */
const date = /[-@]20\d{2}-?\d{2}-?\d{2}$/

/** As OpenRouter has it in `canonical_slug` (openrouter.ai, models, 2026-11), and Anthropic had it up to 3.7. */
const versionFirst = /\bclaude-(\d+(?:[-.]\d+)?)-([a-z]+)/

/** The same for a snapshot and for the alias that stands for it. */
export const cachedAs = (model: string): string => model.replace(date, '').replace(versionFirst, 'claude-$2-$1')
