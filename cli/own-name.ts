// How this command line was started, so that the lines it prints can be pasted.

import { commands } from './commands/all.ts'
import type { Line, Piece, Terminal } from './terminal/terminal.ts'

/** `compaction`, or the line of npx where that has fetched it from a dashboard. */
export const ownName = (
  { npm_command: npm }: Readonly<Record<string, string | undefined>>,
  dashboardUrl: string | undefined,
): string => (npm === 'exec' && dashboardUrl !== undefined ? `npx ${dashboardUrl}/cli/compaction.tgz` : 'compaction')

/** Before the name of a command, where no message about the command follows. */
const before = new RegExp(`\\bcompaction (?=(?:help|${commands.map(({ name }) => name).join('|')})\\b(?!:))`, 'g')

/** A terminal that names the command line as it was started. */
export const terminalNaming = (terminal: Terminal, name: string): Terminal => {
  if (name === 'compaction') return terminal
  const named = (text: string): string => text.replace(before, () => `${name} `)
  const piece = (one: Piece): Piece => (typeof one === 'string' ? named(one) : { ...one, text: named(one.text) })
  const line = (one: Line): Line => (typeof one === 'string' ? named(one) : one.map(piece))
  return {
    ...terminal,
    print: (one) => terminal.print(line(one)),
    note: (one) => terminal.note(line(one)),
    repaint: (lines) => terminal.repaint(lines.map(line)),
  }
}
