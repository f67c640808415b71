// The search from the command line: what was found is printed and, where it was asked for, kept as JSON.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../../../core/text/counted.ts'
import { readSearchOptions } from './options.ts'
import { searchText, shapesFound } from './report.ts'
import { type SessionFound, search } from './search.ts'

/** Whether a session was found that costs more than it may. Throws `UsageFault`. */
export const runSearch = async (words: readonly string[], print: (text: string) => void): Promise<boolean> => {
  const options = readSearchOptions(words)
  const sessions: SessionFound[] = []
  const since = performance.now()
  for await (const session of search(options)) sessions.push(session)
  const seconds = (performance.now() - since) / 1_000
  print(searchText(sessions))
  print(`${counted(sessions.length, 'session')} in ${seconds.toFixed(0)} s`)
  const found = shapesFound(sessions)
  if (options.out !== undefined) {
    mkdirSync(options.out, { recursive: true })
    writeFileSync(join(options.out, 'search.json'), `${JSON.stringify(found, undefined, 2)}\n`)
  }
  return found.some(({ above }) => above > 0)
}
