// Prints the results for a person: one row for each check, then the questions about a deployment with their answers, then
// the count. Removes the keys that were used from everything that is printed.

import type { Outcome } from './check.ts'
import type { Result } from './outcome.ts'
import { answeredElsewhere, type Question, questions } from './questions.ts'

const widths = { result: 7, name: 46, seen: 58, means: 60 } as const

const wrapped = (text: string, width: number): string[] => {
  const lines: string[] = []
  let line = ''
  // A very long word is cut.
  for (const word of text.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${width}}`, 'gsu')) ?? [''])) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

const row = (result: string, name: string, seen: string, means: string): string => {
  const cells = [
    wrapped(result, widths.result),
    wrapped(name, widths.name),
    wrapped(seen, widths.seen),
    wrapped(means, widths.means),
  ]
  const columns = Object.values(widths)
  const height = Math.max(...cells.map((cell) => cell.length))
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, column) => (cell[line] ?? '').padEnd(columns[column] ?? 0))
      .join('  ')
      .trimEnd(),
  ).join('\n')
}

export const heading = (): string => `${row('result', 'check', 'seen', 'what it means if it passes')}\n`

/** Replaces secrets by a word. Text from outside must not control the terminal either. */
export const printable = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((clean, secret) => clean.replaceAll(secret, '(key)'), text).replace(/\p{Cc}+/gu, ' ')

export const outcomeText = ({ check, result, seen }: Outcome, secrets: readonly string[]): string =>
  `${row(result === 'failed' ? 'FAILED' : result, check.name, printable(seen, secrets), check.means)}\n`

const isQuestion = (text: string): text is Question => text in questions

/** Each question with every check that answers it. */
export const questionsText = (outcomes: readonly Outcome[], secrets: readonly string[]): string => {
  const lines = Object.entries(questions).flatMap(([name, question]) => {
    const about = outcomes.filter(({ check }) => isQuestion(name) && check.answers === name)
    return [question, ...about.map(({ result, seen }) => `    ${result}: ${printable(seen, secrets)}`)]
  })
  const elsewhere = answeredElsewhere.flatMap(({ question, command }) => [question, `    ${command}`])
  return `
What only a deployment can answer, and what this one did:

${lines.map((line) => `  ${line}`).join('\n')}

What no client can see, and what shows it:

${elsewhere.map((line) => `  ${line}`).join('\n')}
`
}

/** `N passed, N failed`, and `N skipped` if there are any. */
export const countText = (outcomes: readonly Outcome[]): string => {
  const count = (result: Result): number => outcomes.filter((outcome) => outcome.result === result).length
  const skipped = count('skipped')
  return `${count('passed')} passed, ${count('failed')} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}
