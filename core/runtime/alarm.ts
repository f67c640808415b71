// Deadlines as the core sees them: the core sets no timer of its own.

/** Must be cleared once nobody waits for it: an alarm that is set keeps everything alive that listens to it. */
export interface Alarm {
  readonly signal: AbortSignal
  clear(): void
}

/** Fires after so many milliseconds; at once if there are none or fewer. */
export type SetAlarm = (milliseconds: number) => Alarm
