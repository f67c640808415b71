// A month of the ledger as one file. The server answers with some thousand lines a call; here they become one text.

/** What one call answered. */
export interface LedgerPart {
  /** RFC 4180, with a line of column names first. */
  readonly text: string
  /** Exchanges in it. A line break in a cell makes more lines of text. */
  readonly lines: number
  /** Where the older ones begin, if there are any. */
  readonly next: string | undefined
}

export interface LedgerFile {
  /** In order; the first one alone has the column names. */
  readonly texts: readonly string[]
  readonly lines: number
  /** Where the exchanges begin that are not in it. */
  readonly next: string | undefined
}

export const emptyFile: LedgerFile = { texts: [], lines: 0, next: undefined }

/** What a spreadsheet opens, and a page holds in memory: about 30 MB. */
export const mostLines = 100_000

/** No name of a column has a line break in it. */
const withoutNames = (text: string): string => text.slice(text.indexOf('\r\n') + 2)

const joined = ({ texts, lines }: LedgerFile, part: LedgerPart): LedgerFile => ({
  texts: [...texts, texts.length === 0 ? part.text : withoutNames(part.text)],
  lines: lines + part.lines,
  next: part.next,
})

const isFull = ({ texts, lines, next }: LedgerFile): boolean =>
  texts.length > 0 && (next === undefined || lines >= mostLines)

/**
 * Goes on from a file until it has the whole month, or `mostLines`. `grown` gets the file after each call, so that nothing has to be
 * fetched twice after an error. Throws what `read` throws.
 */
export const filled = async (
  from: LedgerFile,
  read: (cursor: string | undefined) => Promise<LedgerPart>,
  grown: (file: LedgerFile) => void,
): Promise<LedgerFile> => {
  let file = from
  while (!isFull(file)) {
    file = joined(file, await read(file.next))
    grown(file)
  }
  return file
}
