// How names are listed that decide something: as one text, a name a word.

/** The words of a text. */
export const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))
