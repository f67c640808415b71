// Numbers of lines by which an agent edits: it takes them from a result that shows the file, where each line bears its number or
// has to be counted from the first. If a line before it goes from what has to be counted, the edit hits another line.

import { RawNumber, type Transcript } from '../../../testkit/data/transcripts.ts'

export interface NumberUse {
  /** Index of the message that edits. */
  readonly usedAt: number
  /** Index of the result that showed the line last. */
  readonly shownAt: number
  /** What of that result has to stand: the line with its number, or all lines up to it. */
  readonly lines: readonly string[]
  /** Whether the lines have to be the first ones. */
  readonly counted: boolean
}

/** What a result shows of one file. */
interface Shown {
  readonly message: number
  readonly file: string
  /** By number: what has to stand so that the number is known. */
  linesOf(number: number): Pick<NumberUse, 'lines' | 'counted'> | undefined
}

const commandsOf = (calls: Transcript['messages'][number]['tool_calls']): string[] =>
  (calls ?? []).flatMap(({ arguments: input }) => {
    if (typeof input !== 'object' || input === null || input instanceof RawNumber || !('command' in input)) return []
    return [String(input.command)]
  })

const fileName = (path: string): string =>
  path
    .replace(/^['"]|['"]$/g, '')
    .split('/')
    .slice(-2)
    .join('/')

const numberedRead =
  /^(?:cd \S+ && )?(?:nl(?: -\S+)* (\S+)|cat -n (\S+)|grep (?:-\w+ )*-\w*n\w* (?:-\w+ )*(?:"[^"]*"|'[^']*'|\S+) (\S+))(?: \| (?:sed -n \S+|head .*|tail .*|grep .*))?$/
const countedRead = /^(?:cd \S+ && )?(?:sed -n ['"]?(\d+),\d+p['"]? (\S+)|cat (\S+)|head (?:-n ?)?-?\d+ (\S+))$/

/** What a command that showed a file shows of it, and how the lines are told. */
const shownBy = (command: string, text: string, message: number): Shown | undefined => {
  const output = /<output(?:_head)?>\n([\s\S]*?)(?:\n<\/output|$)/.exec(text)?.[1] ?? text
  const lines = output.split('\n')
  const line = command.trim()
  const counted = countedRead.exec(line)
  if (counted !== null) {
    const [, from = '1', part, whole, head] = counted
    const at = (number: number) => number - Number(from)
    return {
      message,
      file: fileName(part ?? whole ?? head ?? ''),
      linesOf: (number) =>
        at(number) < 0 || at(number) >= lines.length
          ? undefined
          : { lines: lines.slice(0, at(number) + 1), counted: true },
    }
  }
  const numbered = numberedRead.exec(line)
  if (numbered === null) return undefined
  const [, nl, cat, grep] = numbered
  return {
    message,
    file: fileName(nl ?? cat ?? grep ?? ''),
    linesOf(number) {
      const found = lines.find((one) => new RegExp(`^\\s*${number}(?:\\t|:|-| )`).test(one))
      return found === undefined ? undefined : { lines: [found], counted: false }
    },
  }
}

const numberedEdit =
  /\bsed\s+(?:-\w+\s+)*-\w*i\S*\s+(?:-e\s+)?(['"]?)(\d+)(?:,(\d+))?\s*[sdaicy][\s\S]*?\1\s+(['"]?[\w./-]+['"]?)\s*(?:&&|;|\||$)/g

/** Numbers by which commands edit files. */
const editsOf = (command: string): { readonly file: string; readonly numbers: readonly number[] }[] =>
  [...command.matchAll(numberedEdit)].map(([, , from, to, path = '']) => ({
    file: fileName(path),
    numbers: [from, to].flatMap((number) => (number === undefined ? [] : [Number(number)])),
  }))

/** The numbers of a run that some result before them shows. */
export const numberUsesOf = ({ messages }: Transcript): NumberUse[] => {
  const shown: Shown[] = []
  let asked: readonly string[] = []
  return messages.flatMap(({ role, content, tool_calls: calls }, usedAt) => {
    if (role === 'tool') {
      const [command = ''] = asked
      const one = shownBy(command, content ?? '', usedAt)
      if (one !== undefined) shown.push(one)
      return []
    }
    asked = commandsOf(calls)
    return asked.flatMap(editsOf).flatMap(({ file, numbers }) =>
      numbers.flatMap((number): NumberUse[] => {
        for (const one of shown.toReversed()) {
          const known = one.file === file ? one.linesOf(number) : undefined
          if (known !== undefined) return [{ usedAt, shownAt: one.message, ...known }]
        }
        return []
      }),
    )
  })
}

const linesIn = (text: string): string[] =>
  (/<output(?:_head)?>\n([\s\S]*)/.exec(text)?.[1] ?? text).split('\n').map((line) => line.trimEnd())

/** Whether the result, as it was sent, still tells the number. */
export const tellsNumber = (sent: string, { lines, counted }: Pick<NumberUse, 'lines' | 'counted'>): boolean => {
  const left = linesIn(sent)
  return counted
    ? lines.every((line, at) => left[at] === line.trimEnd())
    : lines.every((line) => left.includes(line.trimEnd()))
}
