// What is said in an answer, and what every dialect's form of it is made of.

/** Tokens of a prompt; of them, those read from the cache and those written to it. */
export interface PromptTokens {
  readonly total: number
  readonly read: number
  readonly written: number
}

export interface Said {
  /** The text, piece by piece as it is streamed. May go on for as long as somebody listens. */
  readonly words: Iterable<string>
  /** The tool that the model then calls. */
  readonly call?: { readonly name: string; readonly input: object }
}

export interface Asked {
  readonly model: string
  readonly said: Said
  readonly tokens: PromptTokens
  /** Of the answer in its conversation: ids end in it. */
  readonly turn: number
}

export interface AnswerForm {
  whole(asked: Asked): string
  stream(asked: Asked): Iterable<string>
}

/** A token a word, and two around them. */
export const outputTokens = (words: number): number => words + 2

/** One event of a stream. */
export const event = (data: unknown, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
