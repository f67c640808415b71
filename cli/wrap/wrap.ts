// Writes settings that stay, for editors and desktop programs that no command starts, and undoes them.

import { defined } from '../../core/collections/defined.ts'
import { removeFile, replaceFile } from '../files/replace.ts'
import { Failed, NotUnderstood } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { contentOf, fileAt } from './changed-file.ts'
import { differenceOf } from './diff.ts'
import { type Entry, forgetEntry, keepEntry, type MemberChange, readJournal, sha256 } from './journal.ts'
import { BrokenFile, memberAt, withMember } from './json-members.ts'
import { noteOfToken, requireInProject } from './project-file.ts'
import { type Settings, type Target, targets, type Wish } from './targets.ts'
import { withFences } from './toml-fence.ts'
import { withoutOurs } from './undo.ts'

/** A tab as a person sees it: what is printed has no control characters. */
const indent = '    '
/** The file holds a token from now on. */
const privateMode = 0o600

interface Made {
  readonly text: string
  readonly members?: readonly MemberChange[]
}

const made = (text: string, settings: Settings): Made => {
  if ('fenced' in settings) return { text: withFences(text, settings.fenced) }
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const plain = text.slice(mark.length).trim() === '' ? '{}\n' : text.slice(mark.length)
  const members = settings.members.map(({ path, value }): MemberChange => {
    const theirs = memberAt(plain, path)
    return { path, ours: value, ...defined({ theirs }) }
  })
  return {
    text: mark + settings.members.reduce((now, { path, value }) => withMember(now, path, value), plain),
    members,
  }
}

interface Planned {
  readonly path: string
  readonly now: string
  readonly text: string
  readonly entry: Entry
  /** Of the file, where it is wrapped already. */
  readonly known?: Entry
}

/** What to say of a file before it is written. Throws `Failed` where it must not be. */
const noteOf = (path: string, { holdsToken, note }: Target, { world, isProject }: Wish): string | undefined => {
  if (!isProject) return note
  requireInProject(path, world)
  return holdsToken ? noteOfToken(path, world) : note
}

/** What would be written; of a file that is wrapped already, from what it is without us. */
const planFor = (world: World, agent: string, target: Target): Planned => {
  const path = fileAt(target.path)
  const content = contentOf(path)
  const known = readJournal(world).find((entry) => entry.path === path)
  const old = known === undefined || content === undefined ? content?.bytes : withoutOurs(content.bytes, known)
  const mode = known === undefined ? content?.mode : known.mode
  const { text, members } = made(
    old?.toString('utf8') ?? '',
    target.settings(
      old
        ?.toString('utf8')
        .replace(/^\ufeff/, '')
        .trim() || '{}',
    ),
  )
  return {
    path,
    now: content?.bytes.toString('utf8') ?? '',
    text,
    ...defined({ known }),
    entry: { agent, path, after: sha256(text), ...defined({ before: old?.toString('base64'), mode, members }) },
  }
}

const withoutToken = (line: string, token: string): string => line.replaceAll(token, `pt_…${token.slice(-4)}`)

/** The parts that read a file's text know neither its name nor what for it is read. */
const said = (path: string, error: Failed, mend: string): string => {
  const message = error instanceof BrokenFile ? `${error.message} ${mend}` : error.message
  return message.includes(path) ? message : `${path}: ${message}`
}

const naming = <T>(path: string, act: () => T): T => {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    const message = said(path, error, 'Mend it first, or start the agent with compaction run.')
    throw message === error.message ? error : new Failed(message)
  }
}

/** The journal first: a crash in between must leave a way back. A file that cannot be written was not wrapped, and is not said to be. */
const writeWrapped = (world: World, { path, text, entry, known }: Planned): void => {
  keepEntry(world, entry)
  try {
    replaceFile(path, text, privateMode)
  } catch (error) {
    if (known === undefined) forgetEntry(world, path)
    else keepEntry(world, known)
    throw error
  }
}

/** What was written, or would be: for programs and for people. */
export interface Wrapped {
  readonly document: object
  readonly lines: readonly string[]
}

/** Throws `Failed` and `NotUnderstood`. */
export const wrapAgent = (agent: string, wish: Wish, isDry: boolean): Wrapped => {
  const { world, route } = wish
  const target = targets[agent]?.(wish)
  if (target === undefined) throw new NotUnderstood(`There is no agent "${agent}".`)
  const note = noteOf(fileAt(target.path), target, wish)
  const planned = naming(fileAt(target.path), () => planFor(world, agent, target))
  const { path, now, text } = planned
  const lines = differenceOf(now, text).map((line) => withoutToken(line, route.token))
  if (isDry)
    return { document: { agent, path, lines }, lines: [path, ...lines.map((line) => line.replaceAll('\t', indent))] }
  writeWrapped(world, planned)
  const next = [`${agent} goes through the service from now on: ${path}`, `Undo it: compaction unwrap ${agent}`]
  return { document: { agent, path }, lines: [...next, ...(note === undefined ? [] : [note])] }
}

/** Undoes what the entry says; resolves with what became of the file. Throws `Failed`. */
const undo = (world: World, entry: Entry): string => {
  const content = contentOf(entry.path)
  if (content !== undefined) {
    const left = withoutOurs(content.bytes, entry)
    if (left === undefined) removeFile(entry.path)
    else replaceFile(entry.path, left, entry.mode ?? content.mode)
  }
  forgetEntry(world, entry.path)
  return `${entry.agent} is as it was: ${entry.path}`
}

/** Undoes what it can: `lines` say of which files, `faults` which could not be undone and why. */
export const undoAll = (
  world: World,
  entries: readonly Entry[],
): { readonly lines: readonly string[]; readonly faults: readonly string[] } => {
  const faults: string[] = []
  const lines = entries.flatMap((entry) => {
    try {
      return [undo(world, entry)]
    } catch (error) {
      if (!(error instanceof Failed)) throw error
      faults.push(said(entry.path, error, `Mend it, then: compaction unwrap ${entry.agent}`))
      return []
    }
  })
  return { lines, faults }
}
