// What a measurement says: a number with its unit, and the bar that it has to reach where there is one. Knows no layout.

/** `exactly`: for what is counted, not timed. */
export interface Bar {
  readonly kind: 'at most' | 'at least' | 'exactly'
  readonly value: number
}

export const megabytes = (bytes: number): number => bytes / 1_000_000

export type Unit = 'ms' | 'µs' | 'MB' | 'kB' | '×' | ''

export interface Figure {
  /** What was measured: one line of the table. */
  readonly subject: string
  /** What about it: one column. */
  readonly measure: string
  readonly value: number
  readonly unit: Unit
  readonly bar?: Bar
}

/** One row of the design's table, with everything that was measured for it. */
export interface Section {
  readonly title: string
  /** Sizes of samples, what was warmed up, what was compared. */
  readonly conditions: readonly string[]
  readonly figures: readonly Figure[]
}

export const atMost = (value: number): Bar => ({ kind: 'at most', value })
export const atLeast = (value: number): Bar => ({ kind: 'at least', value })
export const exactly = (value: number): Bar => ({ kind: 'exactly', value })

/** Whether a value reaches its bar, judged on the value itself and not on how it is printed. */
export const isReached = (value: number, bar: Bar): boolean => {
  if (bar.kind === 'at most') return value <= bar.value
  return bar.kind === 'at least' ? value >= bar.value : value === bar.value
}
