// Finds out what is asked, does it, prints what came of it.

import { hintFor, readCommandLine, usageFor } from './command-line.ts'
import { ownName, terminalNaming } from './own-name.ts'
import type { Failed, NotUnderstood } from './world/faults.ts'
import { manifest } from './world/version.ts'
import type { World } from './world/world.ts'

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
  if (isA('NotUnderstood', error)) for (const line of hintFor(words[0]).split('\n')) terminal.note(line)
  else if (!isA('Failed', error)) terminal.note('This is a fault of the command itself.')
  return isA('NotUnderstood', error) ? 2 : 1
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h'

/** What stands before commands: the version and the help. */
const asked = ([name, next]: readonly string[]): string | undefined => {
  if (name === '--version' || name === '-v') return manifest().version
  if (name === 'help' || isHelp(name)) return usageFor(next?.startsWith('-') === true ? undefined : next)
  return isHelp(next) ? usageFor(name) : undefined
}

/** Resolves with the exit code: 0 done, 1 failed, 2 not understood. */
export const runCommand = async (words: readonly string[], given: World): Promise<number> => {
  const terminal = terminalNaming(given.terminal, ownName(given.environment, manifest().service))
  const world = { ...given, terminal }
  try {
    const text = asked(words)
    if (text === undefined) return await done(words, world)
    for (const line of text.split('\n')) terminal.print(line)
    return 0
  } catch (error) {
    return failed(error, words, world)
  }
}
