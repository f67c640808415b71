// Which lines of earlier texts stand again, verbatim and one behind the other, in later ones that stay. Such lines may go from
// the earlier text: nothing leaves the conversation. A few lines at the edges of what goes stay, so that an agent that quotes some
// lines finds them together in one place. Where no lines do, passages may. Linear in the texts.

import { withoutSpans } from '../../text/spans.ts'
import type { RepeatableText, Repeated } from './repeatable-text.ts'
import { repeatedPassages } from './repeated-passages.ts'
import { fewestCharacters, linesOf, repeatedWindows } from './repeated-windows.ts'

/** Of all texts together, the newest first, those that fit: to look at more takes too long at once. */
const mostCharacters = 1_000_000

/**
 * By index: what may go of each text. In the order of the conversation; a text that is absent is not looked at. Only texts from
 * `newest` on are taken for later ones that hold something.
 */
export const repeatedIn = (
  texts: readonly (RepeatableText | undefined)[],
  newest: number,
): ReadonlyMap<number, Repeated> => {
  const repeated = new Map<number, Repeated>()
  const windows = repeatedWindows()
  const passages = repeatedPassages()
  let characters = 0
  for (let index = texts.length - 1; index >= 0; index -= 1) {
    const one = texts[index]
    if (
      one === undefined ||
      one.text.length < fewestCharacters ||
      (index < newest && windows.isEmpty() && passages.isEmpty())
    )
      continue
    const isHolder = index >= newest && one.stays !== undefined
    if ((!isHolder && !one.mayGo) || characters + one.text.length > mostCharacters) continue
    characters += one.text.length
    const lines = linesOf(one.text)
    const inLines = one.mayGo ? windows.look(lines) : undefined
    const found = inLines?.gone.length === 0 ? passages.look(one) : inLines
    const gone = found?.gone ?? []
    if (found !== undefined && gone.length > 0) repeated.set(index, found)
    if (!isHolder) continue
    windows.remember(index, lines, withoutSpans(one.stays ?? [], gone))
    passages.remember(index, one, gone)
  }
  return repeated
}
