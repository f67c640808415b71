// Under which name a provider caches what a model was sent. An alias stands for a snapshot, which is named by its date: both are one model (models
// overview of platform.claude.com, models of developers.openai.com, 2026-11).

/** How the name of a snapshot ends. */
const date = /[-@]20\d{2}-?\d{2}-?\d{2}$/

/** The same for a snapshot and for the alias that stands for it. */
export const cachedAs = (model: string): string => model.replace(date, '')
