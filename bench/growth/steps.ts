// The bodies by which the growth of our own work is measured: one thing grows, everything else stays.

import { type BodyTemplate, messagesBody } from '../requests/bodies.ts'

export interface Step {
  /** What the process of the measurement is asked. */
  readonly question: string
  /** How much of what grows: megabytes, messages, deletions. */
  readonly amount: number
  readonly body: () => Pick<BodyTemplate, 'fresh'>
}

export interface Axis {
  readonly name: string
  /** Of the amounts, for the plot and for the slope. */
  readonly unit: string
  /** The slope is printed for so many. */
  readonly perAmount: number
  readonly steps: readonly Step[]
}

const charactersPerResult = 19_600
const constantCharacters = 2_000_000

const bodySize: Axis = {
  name: 'size of the body, nothing to delete',
  unit: 'MB',
  perAmount: 1,
  steps: [1, 3, 10, 30, 100, 200, 300].map((results) => {
    const body = () => messagesBody({ results, kind: 'plain', charactersPerResult })
    return { question: `size ${results}`, amount: body().bytes.length / 1_000_000, body }
  }),
}

const messages: Axis = {
  name: 'messages, in a body of 2 MB',
  unit: 'messages',
  perAmount: 1_000,
  steps: [10, 100, 500, 1_000, 2_500, 5_000].map((count) => ({
    question: `messages ${count}`,
    amount: count,
    body: () =>
      messagesBody({ results: count / 2, kind: 'plain', charactersPerResult: constantCharacters / (count / 2) }),
  })),
}

/** A hundred results; so many colour codes are spread over them evenly. */
const withCodes = (codes: number): BodyTemplate => {
  const results = 100
  const each = codes / results
  return messagesBody({
    results,
    kind: 'plain',
    charactersPerResult,
    change: (text, index) => {
      const count = Math.floor((index + 1) * each) - Math.floor(index * each)
      if (count === 0) return text
      const length = Math.floor(text.length / count)
      return Array.from(
        { length: count },
        (_, at) => `\u001b[0m${text.slice(at * length, at === count - 1 ? undefined : (at + 1) * length)}`,
      ).join('')
    },
  })
}

const deletions: Axis = {
  name: 'deletions, in a body of 2 MB',
  unit: 'deletions',
  perAmount: 1_000,
  steps: [1, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000].map((codes) => ({
    question: `deletions ${codes}`,
    amount: codes,
    body: () => withCodes(codes),
  })),
}

export const axes: readonly Axis[] = [bodySize, messages, deletions]
