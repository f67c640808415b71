// Keeps the names of options and commands, as manuals and `--help` print them, and what is said of each stays or goes as a whole: nobody
// would know of an option that is gone, and half of a sentence says something else. `options.ts` has the rule of older versions.

import type { LineContext } from '../context/line-context.ts'
import { columnOf, contentOf, isBlankLine } from '../reading/lines/line-reading.ts'
import { TextKind } from '../units/text-kind.ts'
import type { PartedNames } from './parted-names.ts'

/** A dash and a word; the mode of a file in a list has more dashes. */
const option = /^[ \t]*(?!-[-rwxsStT]{9})--?[A-Za-z?][\w-]*(?=$|[\s,=[|<;:])/
const anyOption = new RegExp(option, 'm')
/** A name, and what it does behind a gap. */
const command = /^ {1,8}[a-z][\w:.-]{0,40}(?:, [\w-]{1,40})* {2,}\S/
const usage = /^[ \t]*(?:usage|synopsis|commands)\b/im
/** Fewer commands behind each other are other words with a gap. */
const fewestCommands = 3
/** A name with its value, up to the gap before what it does. */
const named = /^[ \t]*\S+(?:(?: |(?<=,) {2,4})\S+)*?(?<!,)(?=(?: {2,}| ?\t[ \t]*)\S)/
const longestName = 100

/** Whether a line opens with an option. */
export const isOption = (line: string): boolean => option.test(line)

/** The line of a name, and behind the last one of what is said of it. */
interface Item {
  readonly line: number
  readonly end: number
}

const itemAt = (context: LineContext, line: number): Item => {
  const margin = columnOf(context, line)
  const goesOn = (below: number): boolean =>
    !isBlankLine(context, below) && columnOf(context, below) > margin && !option.test(contentOf(context, below))
  let end = line + 1
  while (end < context.lines.length && goesOn(end)) end += 1
  return { line, end }
}

/** The options, and the commands of a text that says how to use them. */
function* itemsOf(context: LineContext): Generator<Item> {
  const hasCommands = usage.test(context.text)
  let commands: Item[] = []
  for (let line = 0; line < context.lines.length; ) {
    const content = contentOf(context, line)
    const isCommand = hasCommands && command.test(content)
    if (!isCommand) {
      if (commands.length >= fewestCommands) yield* commands
      commands = []
    }
    if (!isCommand && !option.test(content)) {
      line += 1
      continue
    }
    const item = itemAt(context, line)
    if (isCommand) commands.push(item)
    else yield item
    line = item.end
  }
  if (commands.length >= fewestCommands) yield* commands
}

/** Keeps the names, and ties what is said of each. Linear in the text. */
export const keepOptionNames = (context: LineContext, { unitsOn, keep, tie }: PartedNames): void => {
  const { units, text } = context
  if (!anyOption.test(text) && !usage.test(text)) return
  for (const { line, end } of itemsOf(context)) {
    const said = new Set<number>()
    for (let at = line; at < end; at += 1)
      for (const unit of unitsOn(at)) if (units.kind[unit] !== TextKind.diff) said.add(unit)
    const [first] = said
    if (first === undefined) continue
    if (!keep(line, first, named.exec(contentOf(context, line, longestName))?.[0].length)) said.delete(first)
    tie([...said])
  }
}
