// Makes visible what was deleted between two bodies. For display only.

import { sequenceBehind } from '../../core/lossless/ansi.ts'

export interface Shortened {
  readonly before: string
  readonly after: string
}

/** The strings that became shorter, in the order of the body. */
export const shortened = (before: unknown, after: unknown): Shortened[] => {
  if (typeof before === 'string' && typeof after === 'string') return before === after ? [] : [{ before, after }]
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return []
  return Object.entries(before).flatMap(([name, value]) => shortened(value, Reflect.get(after, name)))
}

export interface Run {
  readonly text: string
  readonly deleted: boolean
}

type Size = (text: string, at: number) => number

const aCharacter: Size = () => 1
const aSequence: Size = (text, at) => (text[at] === '\u001b' ? 1 + sequenceBehind(text, at + 1) : 1)

/** Where the two differ, read from the front in pieces of this size; nothing where pieces went in part. */
const readFromFront = ({ before, after }: Shortened, sizeOf: Size): Run[] | undefined => {
  const runs: Run[] = []
  let kept = 0
  let start = 0
  const deletedAt = (index: number): boolean =>
    !after.startsWith(before.slice(index, index + sizeOf(before, index)), kept)
  while (start < before.length) {
    const deleted = deletedAt(start)
    let end = start
    while (end < before.length && deletedAt(end) === deleted) {
      const size = sizeOf(before, end)
      if (!deleted) kept += size
      end += size
    }
    runs.push({ text: before.slice(start, end), deleted })
    start = end
  }
  return kept === after.length ? runs : undefined
}

/** Two runs that went around one that stayed, as one that went, where what stayed stands at an end of it as well. */
const joined = (first: string, stayed: string, second: string): Run[] | undefined => {
  const all = `${first}${stayed}${second}`
  const gone = all.length - stayed.length
  if (all.endsWith(stayed))
    return [
      { text: all.slice(0, gone), deleted: true },
      { text: stayed, deleted: false },
    ]
  return all.startsWith(stayed)
    ? [
        { text: stayed, deleted: false },
        { text: all.slice(stayed.length), deleted: true },
      ]
    : undefined
}

/**
 * The text in pieces that stayed or went, in order: as few as can be. Of a colour code before a digit, `␛[2m2 ms`, the code went and not `m2`. A piece
 * that stands in what went as well may be taken for the one that stayed.
 */
export const runsOf = (change: Shortened): Run[] => {
  const runs: Run[] = []
  const waiting = (readFromFront(change, aSequence) ?? readFromFront(change, aCharacter) ?? []).reverse()
  for (let run = waiting.pop(); run !== undefined; run = waiting.pop()) {
    const [first, last] = [runs.at(-2), runs.at(-1)]
    const fewer =
      run.deleted && last !== undefined && first !== undefined ? joined(first.text, last.text, run.text) : undefined
    if (last !== undefined && last.deleted === run.deleted)
      waiting.push({ text: `${runs.pop()?.text}${run.text}`, deleted: run.deleted })
    else if (fewer === undefined) runs.push(run)
    else {
      runs.splice(-2)
      waiting.push(...fewer.reverse())
    }
  }
  return runs
}

const visible = (text: string, deleted: boolean): string => {
  const shown = text.replaceAll('\n', '⏎').replaceAll('\u001b', '␛')
  return deleted ? shown.replaceAll(' ', '·') : shown
}

/** The longest deletion with its surroundings, at most `width` characters; `mark` marks what is deleted. */
export const excerpt = (change: Shortened, width: number, mark: (text: string) => string): string => {
  const runs = runsOf(change)
  const longest = Math.max(...runs.filter(({ deleted }) => deleted).map(({ text }) => text.length))
  const at = runs.findIndex(({ deleted, text }) => deleted && text.length === longest)
  let shown = ''
  let room = width
  const show = (text: string, deleted: boolean): void => {
    const part = [...visible(text, deleted)].slice(0, room).join('')
    room -= [...part].length
    shown += deleted && part !== '' ? mark(part) : part
  }
  const earlier = runs[at - 1]
  if (earlier !== undefined) show(earlier.text.slice(-14), earlier.deleted)
  for (const { text, deleted } of runs.slice(at)) show(text, deleted)
  return shown
}
