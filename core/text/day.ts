// Days of the calendar, as people write them.

/** Whether this is a day of the calendar, as `2026-11-21`: JavaScript takes the thirtieth of February for the second of March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text
