// Which file reads of a conversation are out of date: later calls have read the same again, or left nothing of it. Judges each
// call once and each path as often as calls name it; knows no dialect.

import { copiedMap } from '../collections/copied-map.ts'
import { ownText } from '../text/own-text.ts'
import { type FilePart, isAbsolute } from './file-use.ts'
import { type JudgedCall, judgeCall, type Poll, type ToolCall } from './tool-call.ts'
import { toolNames } from './tool-names.ts'

export interface MadeCall extends Omit<JudgedCall, 'polls'> {
  /** Which call of the conversation it is. */
  readonly place: number
  /** See `ToolCall`. */
  readonly byProgram?: true
}

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

/** What a history goes by. */
export interface HistoryState {
  /** By path: the last call that wrote it. */
  readonly written: Map<string, number>
  /** By key: the last call that read it, and the most characters that it was ever answered with. */
  readonly read: Map<string, { readonly place: number; readonly characters: number }>
  readonly answers: Map<MadeCall, number>
  /** By the name that an answer gave to a running command: whether what that prints may be content of files. */
  readonly running: Map<string, boolean>
  calls: number
  moves: number
}

export const noHistory = (): HistoryState => ({
  written: new Map(),
  read: new Map(),
  answers: new Map(),
  running: new Map(),
  calls: 0,
  moves: 0,
})

export const copyOfHistory = ({ written, read, answers, running, calls, moves }: HistoryState): HistoryState => ({
  written: copiedMap(written),
  read: copiedMap(read),
  answers: copiedMap(answers),
  running: copiedMap(running),
  calls,
  moves,
})

/**
 * A history of one conversation, which goes on in `state`. What is superseded stays so, however long the conversation grows.
 */
export const fileHistory = (state: HistoryState = noHistory()): FileHistory => {
  const { written, read, answers, running } = state
  let judged: Map<MadeCall, boolean> | undefined
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

  const isPast = (call: MadeCall, file: FilePart): boolean => {
    if ((written.get(file.path) ?? -1) > call.place) return true
    // What a tool shows of "all of it" may be no more than its first lines: only the same part is the same again.
    const characters = answers.get(call) ?? Infinity
    const last = read.get(keyOf(file, characters))
    return last !== undefined && last.place > call.place && isContent(last.characters, characters)
  }

  return {
    made(call) {
      const { polls, mayRead, inShell, instructs, complete, moves, reads, writes } = judgeCall(call, nameOf)
      const made: MadeCall = {
        complete,
        moves,
        inShell,
        mayRead: polls === undefined ? mayRead : pollReads(polls),
        reads: reads.length === 0 ? reads : reads.map(({ path, part }) => ({ path: pathIn(inShell, path), part })),
        writes: writes.length === 0 ? writes : writes.map((path) => pathIn(inShell, path)),
        place: state.calls,
        ...(instructs === true ? { instructs } : {}),
        ...(call.byProgram === true ? { byProgram: true } : {}),
      }
      state.calls += 1
      if (moves) state.moves += 1
      return made
    },

    answered(call, answer) {
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
    },

    isSuperseded(call) {
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
