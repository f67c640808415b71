// Text that outlives the body that it was found in.

/** A copy: a piece of a string keeps the whole string alive. Only what is joined and cut again is copied, and of what was joined alone. */
export const ownText = (text: string): string => ` ${text}`.slice(1)
