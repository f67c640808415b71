// Finds the session files that agents keep on this machine, without opening any.

import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../../../testkit/data/transcripts.ts'
import type { Agent } from './recorded-session.ts'

export interface SessionFile {
  readonly agent: Agent
  readonly path: string
  readonly bytes: number
  /** When it was written last, in milliseconds. */
  readonly writtenAt: number
}

export interface Folder {
  readonly agent: Agent
  readonly path: string
}

/** Where the agents keep them: their own variables name other places. */
export const sessionFolders = (home: string, environment: Readonly<Record<string, string | undefined>>): Folder[] => {
  const { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex } = environment
  const claudeHomes =
    claude === undefined ? [join(home, '.claude'), join(home, '.config', 'claude')] : claude.split(',')
  const codexHome = codex ?? join(home, '.codex')
  return [
    ...claudeHomes.map((path): Folder => ({ agent: 'claude-code', path: join(path.trim(), 'projects') })),
    ...['sessions', 'archived_sessions'].map((name): Folder => ({ agent: 'codex', path: join(codexHome, name) })),
  ]
}

/** What stands in a folder; nothing where there is none, or it may not be read. */
const entriesOf = (path: string) => {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Follows no links: they can lead anywhere, and round in circles. */
const filesBelow = ({ agent, path }: Folder): SessionFile[] =>
  entriesOf(path).flatMap((entry) => {
    const below = join(path, entry.name)
    if (entry.isDirectory()) return filesBelow({ agent, path: below })
    if (!entry.isFile() || !entry.name.endsWith('.jsonl')) return []
    const { size, mtimeMs } = lstatSync(below)
    return [{ agent, path: below, bytes: size, writtenAt: mtimeMs }]
  })

/** All of them in an order that depends on their names alone, so that the first ones are a fair sample. */
export const sessionFiles = (folders: readonly Folder[]): SessionFile[] =>
  folders
    .flatMap(filesBelow)
    .toSorted((one, other) => digestOf(one.path) - digestOf(other.path) || (one.path < other.path ? -1 : 1))
