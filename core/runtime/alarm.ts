// Deadlines as the core sees them: the core sets no timer of its own.

/** Must be cleared once nobody waits for it: an alarm that is set holds on to all that listens. */
export interface Alarm {
  readonly signal: AbortSignal
  clear(): void
}

/** Fires after so many milliseconds, at once for none or less. */
export type SetAlarm = (milliseconds: number) => Alarm
