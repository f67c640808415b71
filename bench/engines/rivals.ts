// What stands beside the engines: counting alone, and the plainest way to shorten a text.

/** The name of the plainest baseline. */
export const pinsName = 'stop-words, pins'

export const rivalNames: readonly string[] = ['counting alone', pinsName]
