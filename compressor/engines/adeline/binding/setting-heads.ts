// Settings below heads in brackets, as TOML and INI have them, keep their head, and short ones stay: a setting below the head of another part is
// another one.

import type { LineContext } from '../context/line-context.ts'
import { unitsOnLine } from '../context/units-on-line.ts'
import { contentOf } from '../reading/lines/line-reading.ts'

const hint = /^\[{1,2}[\w."' :/-]{1,80}\]{1,2}[ \t]*\n[ \t]*[\w."'-]{1,80}[ \t]*=/m
const head = /^\[{1,2}[\w."' :/-]{1,80}\]{1,2}\s*$/
const setting = /^\s*[\w."'-]{1,80}\s*=\s*\S/
/** A longer value may go. */
const longest = 120

/** Binds them. Linear in the text. */
export const bindSettingHeads = (context: LineContext): void => {
  if (!hint.test(context.text)) return
  const unitsOn = unitsOnLine(context)
  let above: readonly number[] = []
  for (let line = 0; line < context.lines.length; line += 1) {
    const content = contentOf(context, line)
    if (head.test(content)) above = unitsOn(line)
    else if (above.length > 0 && setting.test(content))
      for (const unit of unitsOn(line)) {
        context.units.addCompanions(unit, above)
        if (content.length <= longest) context.units.pin(unit)
      }
  }
}
