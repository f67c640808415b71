// Text that outlives the body that it was found in.

/** A copy: a piece of a string keeps the whole string alive. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
