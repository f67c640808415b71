// Strings that outlive the text they were cut from. A slice of a string keeps the whole string in memory for as long as it
// lives itself; a word in a cache must not hold a message.

/** Below this length V8 copies a slice anyway. */
const shortestSlice = 13

/** The same string, sharing nothing with the one it was cut from. */
export const ownCopy = (string: string): string =>
  string.length < shortestSlice ? string : Buffer.from(string, 'utf16le').toString('utf16le')
