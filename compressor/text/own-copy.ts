// Copies strings that outlive the text they were cut from. In V8 a slice keeps the whole string in memory, and a word in a
// cache must not hold a message.

/** V8 copies shorter slices anyway. */
const shortestSlice = 13

/** An equal string that shares no memory with the one it was cut from. */
export const ownCopy = (string: string): string =>
  string.length < shortestSlice ? string : Buffer.from(string, 'utf16le').toString('utf16le')
