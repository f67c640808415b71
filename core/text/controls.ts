// Words of strangers where people read them: in a terminal, a table, a page.

/** Control characters and those that turn text around are shown, as a mark, and not obeyed. */
export const withoutControls = (text: string, mark = '\u2426'): string =>
  text.replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, mark)
