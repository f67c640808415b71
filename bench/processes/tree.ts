// Processor time of a process that cannot be asked, as Linux tells it.

import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts a hundredth of a second at a time. */
const millisecondsPerTick = 10

/** The numbers of /proc/PID/stat behind the name, which may hold blanks and brackets. */
const statOf = (pid: number): readonly string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It ended since it was listed.
    return []
  }
}

const childrenByParent = (): Map<number, number[]> =>
  Map.groupBy(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
    (pid) => Number(statOf(pid)[1]),
  )

/** User and system time of a process and all its descendants, in milliseconds; of children that have ended too. */
export const processorMilliseconds = (pid: number): number => {
  const children = childrenByParent()
  const of = (one: number): number => {
    const stat = statOf(one)
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(stat[at] ?? 0), 0)
    return ticks * millisecondsPerTick + (children.get(one) ?? []).reduce((sum, child) => sum + of(child), 0)
  }
  return of(pid)
}
