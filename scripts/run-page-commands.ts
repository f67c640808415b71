// Runs the commands of README.md and docs/local.md in a clone, one after the other, as they stand there.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSessionFiles } from '../testkit/session-files.ts'
import { commandsIn, howToRun } from './page-commands.ts'

/** Pages whose commands are run. */
const pages = ['README.md', 'docs/local.md'] as const

const root = join(import.meta.dirname, '..')
const patienceMilliseconds = 600_000

/** Of all pages, each once. */
export const commandsOfPages = (): readonly string[] => [
  ...new Set(pages.flatMap((page) => commandsIn(readFileSync(join(root, page), 'utf8')))),
]

interface Ended {
  readonly isRight: boolean
  readonly said: string
}

/** A person's machine: their agents have kept sessions, and no deployment is named. */
const machineOf = (home: string): NodeJS.ProcessEnv => {
  mkdirSync(home)
  writeSessionFiles(home, 200_000)
  const named = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_'))
  return { ...Object.fromEntries(named), HOME: home, npm_config_cache: process.env.npm_config_cache ?? npmCache() }
}

const npmCache = (): string => join(process.env.HOME ?? '/root', '.npm')

/** As it stands on the page, and what this machine needs besides. */
const wordsOf = (command: string): string => {
  const first = command.includes(' -- ') ? command : `${command} --`
  // The usual ports may be taken; of two options the last one counts.
  if (howToRun(command) === 'as a service') return `${first} --port 0 --dashboard-port 0`
  // It asks a person, and nobody sits here.
  return command === 'npm run estimate' ? `${first} --yes` : command
}

/** Runs it to its end; a service until it is ready. */
const runIn = async (clone: string, command: string, environment: NodeJS.ProcessEnv): Promise<Ended> => {
  const isService = howToRun(command) === 'as a service'
  const shell = spawn('/bin/sh', ['-c', `exec ${wordsOf(command)}`], {
    cwd: clone,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  let isAsked = false
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (!isService || isAsked || !said.includes('Every request is a line below')) return
      isAsked = true
      shell.kill('SIGTERM')
    })
  const late = setTimeout(() => shell.kill('SIGKILL'), patienceMilliseconds)
  const [code] = await once(shell, 'close')
  clearTimeout(late)
  return { isRight: isService ? said.includes('The service has stopped.') : code === 0, said }
}

/** Runs them all and says what came of each. Resolves with the number of those that failed. */
export const runPageCommands = async (clone: string, say: (what: string, figure: string) => void): Promise<number> => {
  const environment = machineOf(join(clone, '..', 'home'))
  let failed = 0
  for (const command of commandsOfPages()) {
    const how = howToRun(command)
    if (typeof how === 'object') {
      say(`left out: ${command}, because ${how.because}`, '')
      continue
    }
    const since = performance.now()
    const { isRight, said } = await runIn(clone, command, environment)
    if (!isRight) failed += 1
    say(`${isRight ? 'ran' : 'FAILED'}: ${command}`, `${((performance.now() - since) / 1000).toFixed(1)} s`)
    if (!isRight) process.stdout.write(`${said.slice(-2_000)}\n`)
  }
  return failed
}
