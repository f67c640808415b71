// Makes visible what was deleted between two bodies. For display only.

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

/** The text in pieces that stayed or went, in order. */
export const runsOf = ({ before, after }: Shortened): Run[] => {
  const runs: Run[] = []
  let kept = 0
  let start = 0
  const deletedAt = (index: number): boolean => before[index] !== after[kept]
  while (start < before.length) {
    const deleted = deletedAt(start)
    let end = start
    while (end < before.length && deletedAt(end) === deleted) {
      if (!deleted) kept += 1
      end += 1
    }
    runs.push({ text: before.slice(start, end), deleted })
    start = end
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
