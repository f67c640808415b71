// Settings below heads in brackets, as TOML and INI have them, keep their head, and short ones stay: a setting below the head of another part is
// another one.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'

const hint = /^\[{1,2}[\w."' :/-]{1,80}\]{1,2}[ \t]*\n[ \t]*[\w."'-]{1,80}[ \t]*=/m
const head = /^\[{1,2}[\w."' :/-]{1,80}\]{1,2}\s*$/
const setting = /^\s*[\w."'-]{1,80}\s*=\s*\S/
/** Its value is on the next lines. */
const opens = /^[\w."'-]{1,80}\s*=\s*(?:[[{(]|"""|'''|\\)?$/
const outermost = /^[\w"']/
/** A longer value may go, and so may one on more lines. */
const [longest, mostLines] = [120, 12]

/** A setting that opens nothing has its value on the next lines if they are indented, and is empty otherwise. */
const hasValueBelow = (content: string, context: LineContext, line: number): boolean =>
  opens.test(content) &&
  (!content.endsWith('=') || (line + 1 < context.lines.length && /^\s+\S/.test(contentOf(context, line + 1))))

/** Binds them. Linear in the text. */
export const bindSettingHeads = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const unitsOn = unitsOnLine(context)
  let above: readonly number[] = []
  /** How many lines of a value were told; without them its name says nothing. */
  let told = mostLines
  for (let line = 0; line < context.lines.length; line += 1) {
    const content = contentOf(context, line)
    if (head.test(content)) {
      above = unitsOn(line)
      told = mostLines
      continue
    }
    if (above.length === 0) continue
    const isSetting = setting.test(content)
    if (hasValueBelow(content.trimEnd(), context, line)) told = 0
    else told = content.trim() === '' || (isSetting && outermost.test(content)) ? mostLines : told + 1
    if (told < mostLines || isSetting)
      for (const unit of unitsOn(line)) {
        context.units.addCompanions(unit, above)
        if (content.length <= longest) context.units.pin(unit)
      }
  }
}
