// What an agent's session file becomes: sessions as the evaluation plays them, with their own models, times and pauses.

import { countTokens } from '../../../compressor/text/tokens.ts'
import type { RunMessage } from '../../../testkit/data/conversation.ts'
import type { Setting } from '../../cost/requests.ts'
import type { Session } from '../../cost/sessions/session.ts'

export const agents = ['claude-code', 'codex'] as const
export type Agent = (typeof agents)[number]

export interface RecordedSession extends Session {
  readonly agent: Agent
  /** The folder that the agent worked in. */
  readonly project: string
  readonly setting: Setting
  /** When the first request was sent, in milliseconds since 1970; 0 where the file does not say. */
  readonly startedAt: number
  /** Input tokens that the provider counted for these requests; 0 where the file does not say. */
  readonly countedTokens: number
}

/** A request that the file shows, by the turn of the model that answered it. */
export interface RecordedTurn {
  /** The same for all lines of one answer. */
  readonly id: string
  readonly setting: Setting
  readonly at: number
  readonly said: string
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: object }[]
}

/** System text and tools of a first request whose tokens nobody counted. */
const usualFrameTokens: Readonly<Record<Agent, number>> = { 'claude-code': 20_000, codex: 10_000 }
const mostFrameTokens = 60_000

/** What each agent edits with, whether a session comes to it or not. */
const editors: Readonly<Record<Agent, readonly string[]>> = { 'claude-code': ['Edit'], codex: ['apply_patch'] }

const textOf = (step: RunMessage): string =>
  'result' in step
    ? step.result
    : 'turn' in step
      ? step.turn.said + step.turn.calls.map(({ name, input }) => name + JSON.stringify(input)).join('')
      : 'user' in step
        ? step.user
        : step.system

const sameSetting = (one: Setting | undefined, other: Setting): boolean =>
  one === undefined || (one.model === other.model && one.marked === other.marked)

/** The session that is being read. */
interface Open {
  readonly setting?: Setting
  readonly asked: number[]
  readonly sentAt: number[]
  readonly countedTokens: number
  /** Of its newest request. */
  readonly isCounted: boolean
}

const nothingAsked = (): Open => ({ asked: [], sentAt: [], countedTokens: 0, isCounted: false })

/** The file that is read, and the turns that other files have shown already: a session that goes on in a new file repeats them. */
export interface Source {
  readonly id: string
  readonly agent: Agent
  readonly seenTurns: Set<string>
}

/** Builds the sessions of one thread of a conversation, in the order of its lines. */
export class Recording {
  private steps: RunMessage[] = []
  private open: Open = nothingAsked()
  private readonly ended: Omit<RecordedSession, 'project'>[] = []
  private frameTokens: number | undefined
  private lastAt = 0
  private lastTurn: { readonly id: string; readonly index: number } | undefined
  private readonly source: Source

  constructor(source: Source) {
    this.source = source
  }

  get length(): number {
    return this.steps.length
  }

  /** What the client adds: a text of the user or a result of a tool. */
  add(step: RunMessage, at: number): void {
    this.lastAt = Math.max(this.lastAt, at)
    this.steps.push(step)
  }

  /** A turn, or one more part of the newest one. The request that it answers carried all that came before. */
  turn({ id, setting, at, said, calls }: RecordedTurn): void {
    const known = this.lastTurn?.id === id ? this.steps[this.lastTurn.index] : undefined
    if (this.lastTurn !== undefined && known !== undefined && 'turn' in known) {
      const text = [known.turn.said, said].filter((part) => part !== '').join('\n')
      this.steps[this.lastTurn.index] = { turn: { said: text, calls: [...known.turn.calls, ...calls] } }
      return
    }
    if (!sameSetting(this.open.setting, setting)) this.endAt(this.steps.length)
    const index = this.steps.length
    this.lastTurn = { id, index }
    const seen = `${this.source.agent} ${id}`
    if (index > 0 && !this.source.seenTurns.has(seen)) this.ask(setting, this.lastAt || at)
    this.source.seenTurns.add(seen)
    this.steps.push({ turn: { said, calls } })
    this.lastAt = Math.max(this.lastAt, at)
  }

  /** What the provider counted of the newest request; said again, it counts once. */
  counted(inputTokens: number): void {
    const { asked, isCounted } = this.open
    const end = asked.at(-1)
    if (end === undefined || isCounted || inputTokens === 0) return
    this.open = { ...this.open, countedTokens: this.open.countedTokens + inputTokens, isCounted: true }
    if (this.frameTokens !== undefined) return
    const said = this.steps.slice(0, end).reduce((sum, step) => sum + countTokens(textOf(step)), 0)
    this.frameTokens = Math.min(mostFrameTokens, Math.max(1, inputTokens - said))
  }

  /** The conversation goes on from its first so many steps: what came after them is forgotten. */
  endAt(length: number): void {
    const { asked, sentAt, countedTokens, setting } = this.open
    const [startedAt = 0] = sentAt
    if (setting !== undefined)
      this.ended.push({
        id: `${this.source.id}#${this.ended.length}`,
        unseen: false,
        steps: this.steps,
        asked,
        times: sentAt.map((at) => at - startedAt),
        frameTokens: this.frameTokens ?? usualFrameTokens[this.source.agent],
        offered: editors[this.source.agent],
        references: { id: this.source.id, references: [], results: [] },
        anchors: [],
        numbers: [],
        agent: this.source.agent,
        setting,
        startedAt,
        countedTokens,
      })
    this.steps = this.steps.slice(0, length)
    this.open = nothingAsked()
    this.lastTurn = undefined
  }

  /** Every session of the thread in which something was asked. */
  sessions(project: string): RecordedSession[] {
    this.endAt(0)
    return this.ended.map((session) => ({ ...session, project }))
  }

  private ask(setting: Setting, at: number): void {
    const { asked, sentAt, countedTokens } = this.open
    this.open = { setting, asked, sentAt, countedTokens, isCounted: false }
    asked.push(this.steps.length)
    sentAt.push(Math.max(sentAt.at(-1) ?? 0, at))
  }
}
