// Text that outlives the body that it was found in.

/** A copy: a piece of a string keeps the whole string alive. Joined with a blank and cut again, it keeps only what was joined. */
export const ownText = (text: string): string => ` ${text}`.slice(1)
