// `statusline`: one short line for Claude Code's status line. It prints what it knows at once, and asks the service behind it.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { objectOf } from '../../core/json/object.ts'
import { isUuid } from '../../core/text/uuid.ts'
import { compact } from '../../dashboard/page/data/format.ts'
import { stateFolder } from '../files/folders.ts'
import { writePrivate } from '../files/private.ts'
import { parsedObject } from '../files/read-json.ts'
import { ownCommand } from '../runs/own-command.ts'
import { askSession } from '../service/ask.ts'
import { currentService } from '../service/current.ts'
import { lessOrMore } from '../terminal/figures.ts'
import type { World } from '../world/world.ts'
import type { Command } from './command.ts'

const freshMilliseconds = 10_000
const keptMilliseconds = 86_400_000

interface Remembered {
  readonly line: string
  /** Milliseconds since the epoch. */
  readonly askedAt: number
}

const folderOf = (world: World): string => join(stateFolder(world), 'status-lines')

const rememberedIn = (path: string): Remembered | undefined => {
  if (!existsSync(path)) return undefined
  const { line, askedAt } = parsedObject(readFileSync(path, 'utf8')) ?? {}
  return typeof line === 'string' && typeof askedAt === 'number' ? { line, askedAt } : undefined
}

const removeOld = (folder: string, now: number): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (now - statSync(path).mtimeMs > keptMilliseconds) rmSync(path, { force: true })
  }
}

/** Asks the service and remembers the line. While it cannot be asked, the last line stays. */
const refresh = async (world: World, id: string): Promise<void> => {
  const path = join(folderOf(world), `${id}.json`)
  const remember = (line: string): void =>
    writePrivate(path, JSON.stringify({ line, askedAt: world.now() } satisfies Remembered))
  // The next second does not ask again.
  remember(rememberedIn(path)?.line ?? '')
  const session = await askSession(world, currentService(world), id).catch(() => undefined)
  if (session === undefined) return
  remember(`${lessOrMore(session)} · ${compact(session.tokensBefore - session.tokensAfter)}`)
  removeOld(folderOf(world), world.now())
}

const refreshBehind = (world: World, id: string): void => {
  const [command = '', ...words] = ownCommand()
  const child = spawn(command, [...words, 'statusline', '--refresh', id], {
    detached: true,
    stdio: 'ignore',
    env: { ...world.environment },
  })
  child.on('error', () => {})
  child.unref()
}

/** The session that Claude Code tells of on standard input. */
const sessionOf = (input: string): string | undefined => {
  const id = objectOf(parsedObject(input)).session_id
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : undefined
}

export const statusline: Command = {
  name: 'statusline',
  usage: '',
  does: 'Prints what this session of Claude Code has saved; for its setting statusLine.',
  options: { refresh: 'text' },
  maxWords: 0,
  async run({ options }, world) {
    if (typeof options.refresh === 'string') {
      if (isUuid(options.refresh)) await refresh(world, options.refresh)
      return {}
    }
    const id = process.stdin.isTTY === true ? undefined : sessionOf(await textOf(process.stdin))
    if (id === undefined) return { lines: ['compaction'] }
    const remembered = rememberedIn(join(folderOf(world), `${id}.json`))
    // A clock that was put back must not keep a line for as long as it was ahead.
    const age = Math.abs(world.now() - (remembered?.askedAt ?? Number.NEGATIVE_INFINITY))
    if (age > freshMilliseconds) refreshBehind(world, id)
    return { lines: [remembered === undefined || remembered.line === '' ? 'compaction' : remembered.line] }
  },
}
