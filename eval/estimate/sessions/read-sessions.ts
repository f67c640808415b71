// Session files as sessions to play, one file after the other.

import { claudeCodeSessions } from './claude-code.ts'
import { codexSessions } from './codex.ts'
import { type SessionFile, sessionFiles } from './find-files.ts'
import { jsonLinesOf, type LineFaults, noFaults } from './json-lines.ts'
import { type Agent, agents, type RecordedSession, type Source } from './recorded-session.ts'

type Reader = (lines: ReturnType<typeof jsonLinesOf>, source: Omit<Source, 'agent'>) => RecordedSession[]

const readers: Readonly<Record<Agent, Reader>> = { 'claude-code': claudeCodeSessions, codex: codexSessions }

export interface ReadFile {
  readonly file: SessionFile
  readonly sessions: readonly RecordedSession[]
  readonly faults: LineFaults
  /** Why the file could not be read to its end: the name of the system's error. */
  readonly unreadable?: string
}

const codeOf = (error: unknown): string => String(Reflect.get(Object(error), 'code') ?? 'unknown')

/** Reads file by file, when asked for the next. A turn that two files show is asked for once. */
export function* readSessions(files: readonly SessionFile[]): Generator<ReadFile> {
  const seenTurns = new Set<string>()
  for (const file of files) {
    const faults = noFaults()
    try {
      const sessions = readers[file.agent](jsonLinesOf(file.path, faults), { id: file.path, seenTurns })
      yield { file, faults, sessions: sessions.filter(({ asked }) => asked.length > 0) }
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      yield { file, faults, sessions: [], unreadable: codeOf(error) }
    }
  }
}

/** All sessions below a folder. No file means anything to the readers of two agents. */
export const sessionsBelow = (folder: string): RecordedSession[] =>
  [...readSessions(sessionFiles(agents.map((agent) => ({ agent, path: folder }))))].flatMap(({ sessions }) => sessions)
