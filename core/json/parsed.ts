// What the runtime's own parser makes of a text.

/** The value that a text spells as JSON; `undefined` if it is not JSON. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a text is one JSON value. No reader of ours says so as fast. */
export const isJson = (text: string): boolean => parsed(text) !== undefined
