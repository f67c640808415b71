// The sessions that are measured: recorded runs of three kinds, runs of one repository joined into long ones, the session files
// of agents, and, where there is no data, runs made up from a seed.

import { countTokens } from '../../compressor/text/tokens.ts'
import { defined } from '../../core/collections/defined.ts'
import { isDevelopment, isTuningServiceRun } from '../../testkit/data/splits.ts'
import { digestOf, readTranscripts, repositoryOf, type Transcript } from '../../testkit/data/transcripts.ts'
import { simulatedProviderOf } from '../estimate/played/simulated.ts'
import { sessionsBelow } from '../estimate/sessions/read-sessions.ts'
import { sourceOf } from './left-out.ts'
import type { SimulatedProvider } from './providers.ts'
import { editRuns, shellEditRuns } from './sessions/edit-sessions.ts'
import { madeUpRuns } from './sessions/made-up.ts'
import { inParallel } from './sessions/parallel.ts'
import { retrievalRuns } from './sessions/retrieval-sessions.ts'
import { type Session, sessionOf } from './sessions/session.ts'
import type { Wording } from './sessions/wording.ts'

/** Of recorded runs; the same, worded otherwise; of runs that are made up; of session files. */
export const recordedNames = ['coding', 'joined', 'service', 'demos'] as const
const wordedNames = ['mcp', 'text', 'text-service', 'text-demos', 'pasted', 'pasted-demos'] as const
export const setNames = [
  ...recordedNames,
  ...wordedNames,
  'retrieval',
  'edits',
  'shell-edits',
  'made-up',
  'files',
] as const
export type SetName = (typeof setNames)[number]

export interface SessionSet {
  readonly name: SetName
  readonly title: string
  readonly sessions: readonly Session[]
  readonly wording?: Wording
  /** Where each session says which model it was sent to. */
  readonly providerOf?: (session: Session) => SimulatedProvider
}

/** The sets of runs: a session file is read as it is. */
type RunSet = Exclude<SetName, 'files'>

interface Described {
  readonly title: string
  /** What system text and tools have together, in tokens. */
  readonly frameTokens: number
  /** The recorded runs. */
  readonly file?: string
  /** Whether the rankers that ship were made without a run. None was ever made on demonstrations or on what is made up. */
  readonly isUnseen?: (run: Transcript) => boolean
  readonly wording?: Wording
}

const coding = {
  title: 'SWE-bench runs',
  frameTokens: 1_500,
  file: 'swe-bench-runs',
  isUnseen: isDevelopment,
} satisfies Described
const service = {
  title: 'customer service',
  frameTokens: 3_000,
  file: 'customer-service',
  isUnseen: (run: Transcript) => !isTuningServiceRun(run),
} satisfies Described
const demos = {
  title: 'SWE-agent demonstrations',
  frameTokens: 3_000,
  file: 'swe-agent-demos',
} satisfies Described

const sets: Readonly<Record<RunSet, Described>> = {
  coding,
  joined: { ...coding, title: 'runs of one repository, joined', frameTokens: 16_000 },
  service,
  demos,
  mcp: { ...service, title: 'customer service in MCP envelopes', wording: 'mcp' },
  text: { ...coding, title: 'SWE-bench runs in plain text', wording: 'text' },
  'text-service': { ...service, title: 'customer service in plain text', wording: 'text' },
  'text-demos': { ...demos, title: 'SWE-agent demonstrations in plain text', wording: 'text' },
  pasted: { ...coding, title: 'SWE-bench runs, pasted by a person', wording: 'pasted' },
  'pasted-demos': { ...demos, title: 'SWE-agent demonstrations, pasted by a person', wording: 'pasted' },
  retrieval: { title: 'passages found in articles', frameTokens: 1_500, wording: 'retrieved' },
  edits: { title: 'edits by quoting, made up on sources of packages', frameTokens: 16_000 },
  'shell-edits': { title: 'edits by commands of a shell, made up on sources of packages', frameTokens: 1_500 },
  'made-up': { title: 'made-up runs', frameTokens: 1_500 },
}

const longest = 150_000

const tokensOf = ({ messages }: Transcript): number =>
  messages.reduce((sum, { content, tool_calls: calls }) => {
    const called = calls === undefined || calls === null ? '' : JSON.stringify(calls)
    return sum + countTokens(content ?? '') + countTokens(called)
  }, 0)

/** Runs of each repository one behind the other, up to 150,000 tokens; what is shorter than half of that is left out. */
const joinedRuns = (runs: readonly Transcript[]): Transcript[] => {
  const joined: Transcript[] = []
  for (const repository of new Set(runs.map(({ id }) => repositoryOf(id)))) {
    let messages: Transcript['messages'] = []
    let tokens = 0
    const end = (): void => {
      if (tokens > longest / 2) joined.push({ id: `${repository} ${joined.length}`, messages })
      messages = []
      tokens = 0
    }
    for (const run of runs.filter(({ id }) => repositoryOf(id) === repository)) {
      const more = tokensOf(run)
      if (tokens + more > longest) end()
      messages = [...messages, ...run.messages.filter(({ role }) => messages.length === 0 || role !== 'system')]
      tokens += more
    }
    end()
  }
  return joined
}

const runsOf = (folder: string | undefined, name: RunSet, unseenOnly: boolean): Transcript[] => {
  const { file, isUnseen } = sets[name]
  if (name === 'edits') return editRuns()
  if (name === 'shell-edits') return shellEditRuns()
  if (folder === undefined) return madeUpRuns()
  if (name === 'retrieval') return retrievalRuns(folder)
  if (file === undefined) return madeUpRuns()
  const runs = readTranscripts(folder, file).filter((run) => !unseenOnly || isUnseen === undefined || isUnseen(run))
  return name === 'joined' ? joinedRuns(runs) : runs
}

/** Which sessions of a set are taken. */
export interface Choice {
  /** At most so many, chosen by their ids. */
  readonly sessions: number
  /** Only runs that the ranker that ships was not trained on. */
  readonly unseenOnly: boolean
  /** No engine that is measured has learned from a run that it is measured on. */
  readonly leftOut?: boolean
  /** Calls at once, where the run made one after the other. */
  readonly parallel?: number
}

/** The session files of Claude Code and Codex below a folder, each with its own model, frame and pauses. */
const filesBelow = (folder: string, { sessions: most }: Choice): SessionSet => {
  const recorded = sessionsBelow(folder).slice(0, most)
  const providers = new Map<Session, SimulatedProvider>(
    recorded.map((session) => [session, simulatedProviderOf(session.setting)]),
  )
  return {
    name: 'files',
    title: 'session files of agents',
    sessions: recorded,
    providerOf(session) {
      const provider = providers.get(session)
      if (provider === undefined) throw new Error(`Nobody knows the model of ${session.id}.`)
      return provider
    },
  }
}

/** Throws an error that says what is missing when the data is absent. */
export const sessionSet = (folder: string | undefined, name: SetName, choice: Choice): SessionSet => {
  if (name === 'files') return filesBelow(folder ?? '.', choice)
  const { title, frameTokens, wording, isUnseen } = sets[name]
  const runs = runsOf(folder, name, choice.unseenOnly).toSorted((one, other) => digestOf(one.id) - digestOf(other.id))
  const sessions = runs
    .slice(0, choice.sessions)
    .map((run) => {
      const unseen =
        choice.leftOut === true || choice.unseenOnly || (name !== 'joined' && (isUnseen === undefined || isUnseen(run)))
      const source = sourceOf(name, run)
      const session = sessionOf(run, frameTokens, unseen)
      return inParallel(source === undefined ? session : { ...session, source }, choice.parallel ?? 1)
    })
    .filter(({ asked }) => asked.length > 0)
  return { name, title, sessions, ...defined({ wording }) }
}
