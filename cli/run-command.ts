// Finds out what is asked, does it, prints what came of it.

import { readCommandLine, usage, usageFor } from './command-line.ts'
import type { Failed, NotUnderstood } from './faults.ts'
import { ownName, terminalNaming } from './own-name.ts'
import { manifest } from './version.ts'
import type { World } from './world.ts'

/** Whether JSON was asked for, also where the words were not understood. What another program is given does not count. */
const wantsJson = (words: readonly string[]): boolean => {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).includes('--json')
}

const done = async (words: readonly string[], world: World): Promise<number> => {
  const { command, given } = readCommandLine(words)
  const { document, lines = [], exitCode = 0 } = await command.run(given, world)
  if (given.json && document !== undefined) world.terminal.document(document)
  else for (const line of lines) world.terminal.print(line)
  return exitCode
}

/** By its name: `estimate` is a script of its own, with classes of its own. */
const isA = (fault: (Failed | NotUnderstood)['name'], error: unknown): boolean =>
  error instanceof Error && error.name === fault

const failed = (error: unknown, words: readonly string[], { terminal }: World): number => {
  const message = error instanceof Error ? error.message : 'The command failed.'
  if (wantsJson(words)) terminal.document({ error: { message } })
  for (const line of message.split('\n')) terminal.note(line)
  if (isA('NotUnderstood', error)) for (const line of ['', ...usage.split('\n')]) terminal.note(line)
  else if (!isA('Failed', error)) terminal.note('This is a fault of the command itself.')
  return isA('NotUnderstood', error) ? 2 : 1
}

/** Resolves with the exit code: 0 done, 1 failed, 2 not understood. */
export const runCommand = async (words: readonly string[], given: World): Promise<number> => {
  const [name, next] = words
  const terminal = terminalNaming(given.terminal, ownName(given.environment, manifest().service))
  const world = { ...given, terminal }
  if (name === '--version') {
    terminal.print(manifest().version)
    return 0
  }
  if (name === 'help' || name === '--help' || name === '-h' || next === '--help') {
    for (const line of usageFor(next === '--help' ? name : next).split('\n')) terminal.print(line)
    return 0
  }
  return done(words, world).catch((error: unknown) => failed(error, words, world))
}
