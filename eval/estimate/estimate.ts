// The command `estimate`: plays the session files that agents keep on this machine, and says what the service would save.
// Reads only, and sends nothing anywhere.

import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import type { Given, Outcome } from '../../cli/commands/command.ts'
import { requireWritable, writeNamed } from '../../cli/files/replace.ts'
import { Failed, NotUnderstood } from '../../cli/world/faults.ts'
import type { World } from '../../cli/world/world.ts'
import { defined } from '../../core/collections/defined.ts'
import { counted } from '../../core/text/counted.ts'
import { deletionsOf } from './played/deletions.ts'
import { playSession } from './played/play.ts'
import { type Answer, playAll } from './played/pool.ts'
import { reportDocument, reportLines } from './report/lines.ts'
import { pageOf } from './report/page.ts'
import { Collector, type Summary } from './report/summary.ts'
import { type SessionFile, sessionFiles, sessionFolders } from './sessions/find-files.ts'
import { readSessions } from './sessions/read-sessions.ts'
import type { RecordedSession } from './sessions/recorded-session.ts'

const day = 86_400_000
/** Leaves room for reading and printing within half a minute. */
const usualSeconds = 25
const mostThreads = 8
const deletionsOfEach = 3

export interface EstimateOptions {
  /** Without it, as long as it takes. */
  readonly seconds?: number
  /** Only files that were written in the last so many days. */
  readonly days?: number
  readonly page?: string
  readonly threads: number
  readonly isAgreed: boolean
}

const numberIn = (text: string | true | undefined, name: string): number | undefined => {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!(number > 0)) throw new NotUnderstood(`compaction estimate: --${name} takes a number above 0.`)
  return number
}

const daysIn = (text: string | true | undefined): number | undefined => {
  if (text === undefined) return undefined
  const days = Number(String(text).replace(/d$/, ''))
  if (!(days > 0))
    throw new NotUnderstood(`compaction estimate: --since is ${JSON.stringify(text)}, but must be days, such as 30d.`)
  return days
}

type EstimateWorld = Pick<World, 'environment' | 'home' | 'terminal' | 'now'> &
  Partial<Pick<EstimateOptions, 'threads'>>

const optionsOf = (
  { options }: Given,
  { threads = Math.min(mostThreads, availableParallelism()) }: EstimateWorld,
): EstimateOptions => {
  const seconds = options.all === true ? undefined : (numberIn(options.seconds, 'seconds') ?? usualSeconds)
  const page = typeof options.page === 'string' ? options.page : undefined
  return { ...defined({ seconds, days: daysIn(options.since), page }), threads, isAgreed: options.yes === true }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const sizeOf = (files: readonly SessionFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Asks a person. Throws `Failed` where nobody sits. */
const askPerson = async (question: string): Promise<boolean> => {
  if (process.stdin.isTTY !== true)
    throw new Failed(`${question}\nNobody is here to agree: say --yes if they may be read.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

/** Says how far it is, on one line of a screen, or every few seconds where nobody sees the line change. */
const progressTo = (terminal: World['terminal'], found: number, now: () => number) => {
  const each = process.stderr.isTTY === true ? 200 : 5_000
  let saidAt = now()
  return (played: number): void => {
    if (now() - saidAt < each) return
    saidAt = now()
    const text = `Played ${megabytes(played)} of ${megabytes(found)} …`
    if (process.stderr.isTTY === true) process.stderr.write(`\r${text}`)
    else terminal.note(text)
  }
}

/** Reads and plays. */
export const summaryOf = async (
  files: readonly SessionFile[],
  { seconds, threads }: Pick<EstimateOptions, 'seconds' | 'threads'>,
  onProgress: (playedBytes: number) => void = () => {},
): Promise<Summary> => {
  const collector = new Collector()
  function* sessions(): Generator<RecordedSession, undefined> {
    for (const file of readSessions(files)) {
      collector.read(file)
      onProgress(collector.progress)
      yield* file.sessions
    }
  }
  const until = seconds === undefined ? new AbortController().signal : AbortSignal.timeout(seconds * 1_000)
  await playAll(
    sessions(),
    { threads, module: fileURLToPath(import.meta.url), until },
    {
      onPlayed(session, played) {
        collector.played(session, played)
        onProgress(collector.progress)
      },
      onFault: (session, message) => collector.couldNotPlay(session, message),
    },
  )
  return collector.summary(files.length, sizeOf(files))
}

/** Why there is nothing to report. */
const nonePlayed = ({ failed, bytes }: Summary): string =>
  failed.length > 0
    ? `No session could be played: ${failed[0]}`
    : bytes.played < bytes.found
      ? 'No session with a request could be played in that time. Give it more with --seconds, or --all.'
      : 'No session with a request was found.'

/** Everything that the command does. Throws `Failed` and `NotUnderstood`. */
export const estimate = async (
  given: Given,
  world: EstimateWorld,
  agrees: (question: string) => Promise<boolean> = askPerson,
): Promise<Outcome> => {
  const options = optionsOf(given, world)
  const folders = sessionFolders(world.home, world.environment)
  const from = options.days === undefined ? 0 : world.now() - options.days * day
  const files = sessionFiles(folders).filter(({ writtenAt }) => writtenAt >= from)
  if (files.length === 0)
    throw new Failed(
      `There are no session files of Claude Code or Codex in ${folders.map(({ path }) => path).join(', ')}.`,
    )
  const question = `${counted(files.length, 'session file')} (${megabytes(sizeOf(files))}) of Claude Code and Codex would be read. Nothing is changed, and nothing is sent anywhere. Read them?`
  if (!options.isAgreed && !(await agrees(question))) throw new Failed('Nothing was read.')
  if (options.page !== undefined) requireWritable(options.page)
  const summary = await summaryOf(files, options, progressTo(world.terminal, sizeOf(files), world.now))
  if (process.stderr.isTTY === true) process.stderr.write('\r\u001b[K')
  if (summary.total.sessions === 0) throw new Failed(nonePlayed(summary))
  if (options.page !== undefined) {
    const deletions = summary.most.flatMap((session) => deletionsOf(session, deletionsOfEach))
    // It holds text of sessions, also where it replaces a file that others could read.
    writeNamed(options.page, pageOf(summary, deletions))
  }
  const shown = options.page === undefined ? [] : [`What would be deleted: ${options.page}`]
  return { document: reportDocument(summary), lines: [...reportLines(summary), ...shown] }
}

const answerTo = async (session: RecordedSession): Promise<Answer> => {
  try {
    return { played: await playSession(session) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

// A thread of the pool runs this file too. Others may have threads of their own.
if (!isMainThread && workerData?.playsSessions === true)
  parentPort?.on('message', async (session: RecordedSession) => parentPort?.postMessage(await answerTo(session)))
