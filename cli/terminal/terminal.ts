// What is printed. Names of models, devices and files are strangers' text: nothing of it is obeyed by a terminal.

import { columnsOf } from '../../core/text/columns.ts'
import { withoutControls } from '../../core/text/controls.ts'

const styles = { bold: '1', dim: '2', good: '36', bad: '33', accent: '1;36' } as const
export type Style = keyof typeof styles

export type Piece = string | { readonly text: string; readonly style: Style }
/** One line: a text, or texts of which some have a style. */
export type Line = string | readonly Piece[]

export interface Terminal {
  /** Whether a person sees standard output at once, on a screen that can be painted over. */
  readonly isScreen: boolean
  /** Of the screen; without end where there is none. It may be made wider or narrower meanwhile. */
  columns(): number
  /** Whether anybody may still read standard output. */
  isRead(): boolean
  /** To standard output. */
  print(line: Line): void
  /** To standard error: what is not the result. */
  note(line: Line): void
  /** To standard output, as JSON. */
  document(value: unknown): void
  /** Paints these lines over everything on the screen. */
  repaint(lines: readonly Line[]): void
}

export interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A style, or none where the environment wants none: https://no-color.org. */
const isPlain = (stream: Stream, { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>): boolean =>
  stream.isTTY !== true || (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb'

const pieceText = (piece: Piece, plain: boolean): string => {
  const text = withoutControls(typeof piece === 'string' ? piece : piece.text)
  return typeof piece === 'string' || plain ? text : `\u001b[${styles[piece.style]}m${text}\u001b[0m`
}

const lineText = (line: Line, plain: boolean): string =>
  (typeof line === 'string' ? [line] : line).map((piece) => pieceText(piece, plain)).join('')

/** The characters that a terminal obeys and JSON leaves as they are, spelled out. */
const escaped = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** How many columns pieces take, as most terminals show them. */
export const widthOf = (line: Line): number => columnsOf(lineText(line, true))

export const openTerminal = (
  out: Stream,
  err: Stream,
  environment: Readonly<Record<string, string | undefined>>,
  isRead: () => boolean = () => true,
): Terminal => {
  const plain = isPlain(out, environment)
  const plainNotes = isPlain(err, environment)
  const isScreen = out.isTTY === true && environment.TERM !== 'dumb'
  return {
    isScreen,
    // Some terminals say that they have none.
    columns: () => (isScreen ? out.columns || 80 : Number.POSITIVE_INFINITY),
    isRead,
    print: (line) => void out.write(`${lineText(line, plain)}\n`),
    note: (line) => void err.write(`${lineText(line, plainNotes)}\n`),
    document: (value) => void out.write(`${escaped(JSON.stringify(value, null, 2))}\n`),
    repaint: (lines) => {
      const top = isScreen ? '\u001b[H\u001b[2J' : ''
      out.write(`${top}${lines.map((line) => `${lineText(line, plain)}\n`).join('')}`)
    },
  }
}
