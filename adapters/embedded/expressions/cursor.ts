// Reads an expression of DynamoDB word by word.

import { invalid } from '../refused.ts'

const word = /\s*([#:]?\w+|<>|<=|>=|[=<>(),.+[\]-])/y

const wordsOf = (text: string): readonly string[] => {
  const words: string[] = []
  word.lastIndex = 0
  for (let end = 0; text.slice(end).trim() !== ''; end = word.lastIndex) {
    word.lastIndex = end
    const found = word.exec(text)?.[1]
    if (found === undefined) throw invalid(`Invalid expression: ${JSON.stringify(text)}`)
    words.push(found)
  }
  return words
}

export interface Cursor {
  /** The word that comes next, in upper case; empty at the end. */
  peek(ahead?: number): string
  /** The next word, as it is written. */
  next(): string
  /** Steps over the word, whatever its case, if it comes next. */
  take(expected: string): boolean
  /** Throws `StoreRefused` if another word comes next. */
  expect(expected: string): void
  /** Throws `StoreRefused` if anything is left. */
  end(): void
}

/** Throws `StoreRefused` for a character that no expression has. */
export const cursorOf = (text: string): Cursor => {
  const words = wordsOf(text)
  let at = 0
  const peek = (ahead = 0): string => (words[at + ahead] ?? '').toUpperCase()
  const wrong = (): never => {
    throw invalid(`Invalid expression: Syntax error; token: ${JSON.stringify(words[at] ?? '<EOF>')}`)
  }
  const take = (expected: string): boolean => {
    if (peek() !== expected) return false
    at += 1
    return true
  }
  return {
    peek,
    take,
    next() {
      const found = words[at] ?? wrong()
      at += 1
      return found
    },
    expect(expected) {
      if (!take(expected)) wrong()
    },
    end() {
      if (at < words.length) wrong()
    },
  }
}
