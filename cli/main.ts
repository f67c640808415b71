// The command `compaction`: finds out what is asked, does it, prints what came of it.

import { homedir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { readCommandLine, usage, usageFor } from './command-line.ts'
import { Failed, NotUnderstood } from './faults.ts'
import { openTerminal } from './terminal.ts'
import { manifest } from './version.ts'
import type { World } from './world.ts'

const asksFor = (words: readonly string[], ...names: readonly string[]): boolean => {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).some((word) => names.includes(word))
}

const run = async (words: readonly string[], world: World): Promise<number> => {
  const { command, given } = readCommandLine(words)
  const { document, lines = [], exitCode = 0 } = await command.run(given, world)
  if (given.json && document !== undefined) world.terminal.document(document)
  else for (const line of lines) world.terminal.print(line)
  return exitCode
}

/** Resolves with the exit code: 0 done, 1 failed, 2 not understood. */
const main = async (words: readonly string[], world: World): Promise<number> => {
  const [name] = words
  if (name === '--version') {
    world.terminal.print(manifest().version)
    return 0
  }
  if (name === 'help' || name === '--help' || name === '-h' || words[1] === '--help') {
    for (const line of usageFor(words[1] === '--help' ? name : words[1]).split('\n')) world.terminal.print(line)
    return 0
  }
  try {
    return await run(words, world)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'The command failed.'
    if (asksFor(words, '--json')) world.terminal.document({ error: { message } })
    for (const line of message.split('\n')) world.terminal.note(line)
    if (error instanceof NotUnderstood) for (const line of ['', ...usage.split('\n')]) world.terminal.note(line)
    else if (!(error instanceof Failed)) world.terminal.note('This is a fault of the command itself.')
    return error instanceof NotUnderstood ? 2 : 1
  }
}

// A reader that has seen enough closes its end: no reason to fail.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(0))

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  platform: process.platform,
  home: homedir(),
  folder: process.cwd(),
  terminal: openTerminal(process.stdout, process.stderr, process.env),
  fetch,
  now: Date.now,
  wait: (milliseconds) => wait(milliseconds),
})
