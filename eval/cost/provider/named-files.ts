// Files that a request names by an id and the provider puts into the prompt. A made-up id says how many tokens its file has.

const named = /^file-(\d+)-/

/** The id of a file of so many tokens. `number`: tells it from others. */
export const fileOf = (tokens: number, number: number): string => `file-${tokens}-${number}`

/** Tokens of the file of this id; 0: it is none. */
export const tokensOfFile = (id: unknown): number => (typeof id === 'string' ? Number(named.exec(id)?.[1] ?? 0) : 0)
