// Which file reads of a conversation are out of date: later calls have read the same again, or left nothing of it. Judges each
// call once, when it is asked about, and each path as often as calls name it; knows no dialect.

import { ownText } from '../text/own-text.ts'
import { type FilePart, isAbsolute } from './calls/file-use.ts'
import { judgeCall, type Poll, type ToolCall } from './calls/tool-call.ts'
import { toolNames } from './calls/tool-names.ts'
import { type HistoryState, type Judgement, LateCall, type MadeCall, type Told, takeIn } from './history-state.ts'

/** What came back of a call. */
export interface Answer {
  readonly failed: boolean
  /** Its first characters; of most answers nobody asks. */
  readonly beginning: string
  /** The same as the body spells it, where ASCII is as it is: not decoded. */
  readonly spelled: string
  readonly characters: number
}

export interface FileHistory {
  /** To be told of every call, in order. */
  made(call: ToolCall): MadeCall
  /** To be told of every answer, in order. */
  answered(call: MadeCall, answer: Answer): void
  /** Once everything is told. */
  isSuperseded(call: MadeCall): boolean
}

/** What tools say that changed nothing, in the dialects that have no flag for it. */
const failure =
  /\b(?:error|fail(?:s|ed|ure)?|cannot|can't|could not|couldn't|unable|invalid|denied|reject(?:s|ed)?|not found|no such|no match(?:es)?|no replacement|does not|doesn't|did not|didn't|aborted|interrupted|unchanged)\b/i

/** How a shell says under which name a command goes on; most answers say nothing of the kind. */
const runningAs = /(?:\b|_)p?id\b[^\w\n]{0,4}([\w-]{1,64})/gi
const namesOfRunning = (answer: Answer): readonly string[] =>
  /id\b/i.test(answer.spelled) ? Array.from(answer.beginning.matchAll(runningAs), ([, name = '']) => ownText(name)) : []

/** Shorter by more than half, an answer is not the content again: some tools say that it has not changed. */
const isContent = (characters: number, before: number): boolean => 2 * characters >= before

/** Where an answer is kept. Part of a file is the same again only when it is as long: an edit before it moves other lines into it. */
const keyOf = ({ path, part }: FilePart, characters: number): string =>
  part === '' ? `${path}\u0000` : `${path}\u0000${part}\u0000${characters}`

/** What each call and each answer is to a history, to be asked in their order. */
const takingIn = (state: HistoryState) => {
  const { written, read, answers, running } = state
  const nameOf = toolNames()

  /** Since a shell has moved, its relative paths are not what they were. */
  const pathIn = (inShell: boolean, path: string): string =>
    inShell && state.moves > 0 && !isAbsolute(path) ? `${state.moves} ${path}` : path.replace(/^\.\//, '')

  /** What a command prints that nobody knows may be anything; what is typed into one lasts. */
  const pollReads = ({ names, typesRead }: Poll): boolean => {
    const known = names.filter((name) => running.has(name))
    if (typesRead) for (const name of known) running.set(name, true)
    return typesRead || known.length === 0 || known.some((name) => running.get(name) === true)
  }

  const judgementOf = (call: ToolCall): Judgement => {
    const { polls, mayRead, inShell, instructs, complete, moves, reads, writes } = judgeCall(call, nameOf)
    const judgement: Judgement = {
      complete,
      moves,
      inShell,
      instructs,
      mayRead: polls === undefined ? mayRead : pollReads(polls),
      reads: reads.length === 0 ? reads : reads.map(({ path, part }) => ({ path: pathIn(inShell, path), part })),
      writes: writes.length === 0 ? writes : writes.map((path) => pathIn(inShell, path)),
    }
    if (moves) state.moves += 1
    return judgement
  }

  const takeAnswer = (call: MadeCall, answer: Answer): void => {
    // One answer a call: more would be told again and again.
    if (answers.has(call)) return
    const { failed, characters } = answer
    answers.set(call, characters)
    if (call.inShell)
      for (const name of namesOfRunning(answer)) running.set(name, call.mayRead || running.get(name) === true)
    if (failed) return
    if (call.writes.length > 0 && !failure.test(answer.beginning))
      for (const path of call.writes) {
        written.set(path, call.place)
        read.delete(keyOf({ path, part: '' }, 0))
      }
    for (const file of call.reads) {
      const key = keyOf(file, characters)
      const most = read.get(key)?.characters ?? 0
      if (isContent(characters, most)) read.set(key, { place: call.place, characters: Math.max(most, characters) })
    }
  }

  return { judgementOf, takeAnswer }
}

/** All that waits is taken in at once, so no more of it may wait: pieces, and characters of what calls are given. */
const mostWaiting = 400
const mostCharacters = 100_000

const charactersIn = ({ input = '' }: ToolCall): number => (typeof input === 'string' ? input.length : mostCharacters)

/**
 * A history of one conversation, which goes on in `state`. What is superseded stays so, however long the conversation grows. What it is told of
 * waits until somebody asks what a call does, or which reads are out of date.
 */
export const fileHistory = (state: HistoryState): FileHistory => {
  const { written, read, answers, waiting } = state
  let judged: Map<MadeCall, boolean> | undefined
  const { judgementOf, takeAnswer } = takingIn(state)

  const isPast = (call: MadeCall, file: FilePart): boolean => {
    if ((written.get(file.path) ?? -1) > call.place) return true
    // What a tool shows of "all of it" may be no more than its first lines: only the same part is the same again.
    const characters = answers.get(call) ?? Infinity
    const last = read.get(keyOf(file, characters))
    return last !== undefined && last.place > call.place && isContent(last.characters, characters)
  }

  let charactersWaiting = 0
  const wait = (told: Told, characters = 0): void => {
    charactersWaiting += characters
    waiting.push(told)
    if (waiting.length < mostWaiting && charactersWaiting < mostCharacters) return
    charactersWaiting = 0
    takeIn(waiting)
  }

  return {
    made(call) {
      const made = new LateCall(state.calls, call, waiting)
      state.calls += 1
      wait(() => made.judge(judgementOf(call)), charactersIn(call))
      return made
    },

    answered(call, answer) {
      wait(() => takeAnswer(call, answer))
    },

    isSuperseded(call) {
      takeIn(waiting)
      const known = judged?.get(call)
      if (known !== undefined) return known
      const { complete, reads } = call
      const superseded = complete && reads.length > 0 && reads.every((file) => isPast(call, file))
      judged ??= new Map()
      judged.set(call, superseded)
      return superseded
    },
  }
}
