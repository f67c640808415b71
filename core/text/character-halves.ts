// Characters beyond the basic plane have two UTF-16 units, called surrogates by the standard.

/** Whether a unit is the first half of a character. */
export const isFirstHalf = (unit: number): boolean => unit >> 10 === 0x36
/** Whether a unit is the second half of one. */
export const isSecondHalf = (unit: number): boolean => unit >> 10 === 0x37
