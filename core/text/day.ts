// Days of the calendar, as people write them.

/** The day of UTC on which a moment lies, in milliseconds since the epoch: `2026-11-21`. */
export const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Whether this is a day of the calendar, as `2026-11-21`: JavaScript takes the thirtieth of February for the second of March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAt(Date.parse(text)) === text
