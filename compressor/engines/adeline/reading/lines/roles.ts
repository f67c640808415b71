// The role of each line of a log: a failure, a line beside one, a frame of a stack, the exception that it belongs to.

import { kinOfFailures } from './kin.ts'
import { contentOf, type LineReading } from './line-reading.ts'
import { isFrame, isPythonFrame, startsTrace } from './signs.ts'

export const Role = {
  plain: 0,
  /** Reports a failure, or is the exception of a stack. */
  failure: 1,
  /** Stands near a failure, or is about the same thing. */
  beside: 2,
  frame: 3,
  /** The source line below a frame. */
  source: 4,
} as const

/** One frame of a stack: its position, counted from where the exception was thrown, and the number of frames. */
export interface Frame {
  /** Index of the exception's line. */
  readonly exception: number
  readonly position: number
  readonly depth: number
}

export interface Roles {
  /** One role per visible line. */
  readonly role: Uint8Array
  /** Frames by the index of their line. */
  readonly frames: ReadonlyMap<number, Frame>
}

const indentation = (line: string): number => line.length - line.trimStart().length

/**
 * Gives every visible line its role. `visible` are the indices of lines with content, in order; `besideFailure` of them on
 * each side of a failure stand beside it.
 */
export const rolesOf = (context: LineReading, visible: readonly number[], besideFailure: number): Roles => {
  const role = new Uint8Array(visible.length)
  const frames = new Map<number, Frame>()
  const lineAt = (at: number): string => contentOf(context, visible[at] ?? 0)
  let at = 0
  while (at < visible.length) {
    const line = lineAt(at)
    if (!isFrame(line)) {
      if (startsTrace(line) || context.signs.saysFailure(line)) role[at] = Role.failure
      at += 1
      continue
    }
    const first = at
    const isPython = isPythonFrame(line)
    const margin = indentation(line)
    const found: number[] = []
    for (; at < visible.length; at += 1) {
      const next = lineAt(at)
      if (isFrame(next)) {
        role[at] = Role.frame
        found.push(at)
      } else if (isPython && indentation(next) > margin) role[at] = Role.source
      else break
    }
    // Python prints the exception below its frames, other languages above them.
    const thrown = isPython && at < visible.length ? at : Math.max(0, first - 1)
    if (role[thrown] !== Role.frame) role[thrown] = Role.failure
    if (thrown === at) at += 1
    found.forEach((frame, index) => {
      const position = isPython ? found.length - 1 - index : index
      frames.set(visible[frame] ?? 0, { exception: visible[thrown] ?? 0, position, depth: found.length })
    })
  }
  for (let index = 0; index < visible.length; index += 1) {
    if (role[index] !== Role.failure) continue
    const last = Math.min(visible.length - 1, index + besideFailure)
    for (let near = Math.max(0, index - besideFailure); near <= last; near += 1)
      if (role[near] === Role.plain) role[near] = Role.beside
  }
  const failing = visible.filter((_, index) => role[index] === Role.failure)
  const kin = kinOfFailures(context, visible, failing)
  visible.forEach((line, index) => {
    if (role[index] === Role.plain && kin.has(line)) role[index] = Role.beside
  })
  return { role, frames }
}
