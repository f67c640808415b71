// How many samples a program of the bench takes.

export type Scale = 'full' | 'quick'

/** Said behind the figures of a quick run. */
export const fewSamplesNote = 'These are few samples: they show that everything can be measured, no more.'
