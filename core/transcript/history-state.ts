// What a history of files has been told of, and what it goes by once it has taken that in: calls are judged when somebody asks what one of
// them does. Of most nobody does before the body is sent.

import { copiedMap } from '../collections/copied-map.ts'
import type { JudgedCall, ToolCall } from './calls/tool-call.ts'

export type Judgement = Omit<JudgedCall, 'polls'>

export interface MadeCall extends Judgement {
  /** Which call of the conversation it is. */
  readonly place: number
  /** See `ToolCall`. */
  readonly byProgram: boolean
  /** See `ToolCall`. */
  readonly hosted: boolean
}

/** What a history goes by. */
export interface HistoryState {
  /** By path: the last call that wrote it. */
  written: Map<string, number>
  /** By key: the last call that read it, and the most characters that it was ever answered with. */
  read: Map<string, { readonly place: number; readonly characters: number }>
  answers: Map<MadeCall, number>
  /** By the name that an answer gave to a running command: whether what that prints may be content of files. */
  running: Map<string, boolean>
  calls: number
  moves: number
  /** What it was told of and has not taken in yet. A copy shares it until it has taken in what came before it. */
  waiting: Told[]
}

/** A call, an answer, or that a copy is to be made. */
export type Told = () => void

export const noHistory = (): HistoryState => ({
  written: new Map(),
  read: new Map(),
  answers: new Map(),
  running: new Map(),
  calls: 0,
  moves: 0,
  waiting: [],
})

/** Takes in what waits, in order. Where that throws, so does every later question: nobody takes a part of it for all. */
export const takeIn = (waiting: Told[]): void => {
  const all = waiting.splice(0)
  try {
    for (const told of all) told()
  } catch (error) {
    waiting.unshift(() => {
      throw error
    })
    throw error
  }
}

/** The history with all that it was told of. */
export const takenIn = (history: HistoryState): HistoryState => {
  takeIn(history.waiting)
  return history
}

const copied = ({ written, read, answers, running, calls, moves }: HistoryState): HistoryState => ({
  written: copiedMap(written),
  read: copiedMap(read),
  answers: copiedMap(answers),
  running: copiedMap(running),
  calls,
  moves,
  waiting: [],
})

/** The history as far as it was told until now, whatever it is told of later. */
export const copyOfHistory = (history: HistoryState): HistoryState => {
  const { calls, waiting } = history
  if (waiting.length === 0) return copied(history)
  const copy = { ...noHistory(), calls, waiting }
  waiting.push(() => Object.assign(copy, copied(history), { calls }))
  return copy
}

/** A call that is judged, with all that was told before it, when somebody asks what it does: of most nobody does before the body is sent. */
export class LateCall implements MadeCall {
  readonly place: number
  readonly byProgram: boolean
  readonly hosted: boolean
  #waiting: Told[] | undefined
  #judgement: Judgement | undefined

  constructor(place: number, { byProgram, hosted }: ToolCall, waiting: Told[]) {
    this.place = place
    this.byProgram = byProgram === true
    this.hosted = hosted === true
    this.#waiting = waiting
  }

  /** Leads to nothing that waits any more: it is kept for longer than the body. */
  judge(judgement: Judgement): void {
    this.#judgement = judgement
    this.#waiting = undefined
  }

  get reads(): Judgement['reads'] {
    return this.#judged().reads
  }

  get complete(): boolean {
    return this.#judged().complete
  }

  get writes(): Judgement['writes'] {
    return this.#judged().writes
  }

  get moves(): boolean {
    return this.#judged().moves
  }

  get mayRead(): boolean {
    return this.#judged().mayRead
  }

  get inShell(): boolean {
    return this.#judged().inShell
  }

  get instructs(): Judgement['instructs'] {
    return this.#judged().instructs
  }

  #judged(): Judgement {
    if (this.#waiting !== undefined) takeIn(this.#waiting)
    if (this.#judgement === undefined) throw new Error('a call is asked about before it is told of')
    return this.#judgement
  }
}
