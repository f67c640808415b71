// Files and answers that a request names by an id and the provider puts into the prompt. A made-up id says how many tokens that has.

const named = /^(?:file|item)-(\d+)-/

/** The id of a file of so many tokens. `number`: tells it from others. */
export const fileOf = (tokens: number, number: number): string => `file-${tokens}-${number}`

/** The id of an answer of so many tokens. `beginning`: tells it from others. */
export const itemOf = (tokens: number, beginning: string): string => `item-${tokens}-${beginning}`

/** Tokens of the file or the answer of this id; 0: it is none. */
export const tokensOfNamed = (id: unknown): number => (typeof id === 'string' ? Number(named.exec(id)?.[1] ?? 0) : 0)
