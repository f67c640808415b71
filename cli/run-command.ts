// Finds out what is asked, does it, prints what came of it.

import { asksForJson, asksForUsage, hintFor, readCommandLine, usageFor } from './command-line.ts'
import { ownName, terminalNaming } from './own-name.ts'
import type { Failed, NotUnderstood } from './world/faults.ts'
import { manifest } from './world/version.ts'
import type { World } from './world/world.ts'

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

const failed = (error: unknown, words: readonly string[], { terminal }: World, program: string): number => {
  const message = error instanceof Error ? error.message : 'The command failed.'
  if (asksForJson(words)) terminal.document({ error: { message } })
  for (const line of message.split('\n')) terminal.note(line)
  if (isA('NotUnderstood', error)) for (const line of hintFor(words[0], program).split('\n')) terminal.note(line)
  else if (!isA('Failed', error)) terminal.note('This is a fault of the command itself.')
  return isA('NotUnderstood', error) ? 2 : 1
}

/** The version and the help. */
const asked = (words: readonly string[], program: string): string | undefined => {
  const [name = '', next] = words
  if (name === '--version' || name === '-v') return manifest().version
  if (['help', '--help', '-h'].includes(name))
    return usageFor(next?.startsWith('-') === true ? undefined : next, program)
  return asksForUsage(words) ? usageFor(name, program) : undefined
}

/** With the command's name first: `--json` may stand before it. */
const inOrder = (words: readonly string[]): readonly string[] => {
  const [first, name, ...others] = words
  return first === '--json' && name !== undefined ? [name, first, ...others] : words
}

/** Resolves with the exit code: 0 done, 1 failed, 2 not understood. */
export const runCommand = async (typed: readonly string[], given: World): Promise<number> => {
  const words = inOrder(typed)
  const program = ownName(given.environment, manifest().service)
  const terminal = terminalNaming(given.terminal, program)
  const world = { ...given, terminal }
  try {
    const text = asked(words, program)
    if (text === undefined) return await done(words, world)
    for (const line of text.split('\n')) terminal.print(line)
    return 0
  } catch (error) {
    return failed(error, words, world, program)
  }
}
