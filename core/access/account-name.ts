// What an account may be called, wherever a person names one.

/** It stands in table keys and counter names, whose separators are `#` and `.`. */
export const accountName = /^[A-Za-z0-9_-]{1,63}$/

/** The same in words. */
export const accountNameForm = '1 to 63 of the characters a-z, A-Z, 0-9, - and _'
