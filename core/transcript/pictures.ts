// A picture in a body has as many characters as its file, and costs as many tokens as a page of text. Where characters stand for a share
// of the tokens, pictures would be most of it.

import { firstIndexWhere } from '../collections/first-index.ts'
import { onceAsked } from '../collections/once.ts'
import { endOf, kindOf, reads, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'
import { namesPicture } from './named-pictures.ts'

/** What a picture counts for, in characters of text: the largest that providers do not make smaller have some 1,500 tokens. */
const charactersOfPicture = 6_000

/** How a picture's file begins in base64, as bodies spell it: PNG, JPEG, GIF, WebP. */
const beginnings = ['data:image/', 'data:image\\/', 'iVBORw0KGgo', '/9j/', '\\/9j\\/', 'R0lGOD', 'UklGR']

/** No picture is shorter; up to `charactersOfPicture` it counts for what it is. */
const leastCharacters = 200

const firstUnits = new Set(beginnings.map((beginning) => beginning.charCodeAt(0)))

/** Members that hold files and no text. */
const fileNames = ['"image_url"', '"url"', '"result"']
/** Members beside `data` that say so of it; without them it may be the text of a document. */
const saysFile = [
  ['"type"', '"base64"'],
  ['"format"', undefined],
] as const
/** How many nodes away such a member may stand. */
const nearby = [-4, -2, 2, 4]

/** Whether the member at this key holds a file. What a tool prints may begin like one, and is text. */
const holdsFile = (tape: JsonTape, key: number): boolean =>
  kindOf(tape, key) === JsonKind.Key &&
  (fileNames.some((name) => reads(tape, key, name)) ||
    (reads(tape, key, '"data"') &&
      nearby
        .map((distance) => key + distance)
        .some(
          (at) =>
            at > 0 &&
            at + 1 < tape.length &&
            saysFile.some(
              ([name, value]) => reads(tape, at, name) && (value === undefined || reads(tape, at + 1, value)),
            ),
        )))

/** Most strings are told by their first byte: to take a beginning out of a body costs more. */
const isPicture = (tape: JsonTape, node: number): boolean => {
  const start = startOf(tape, node)
  const end = endOf(tape, node)
  if (end - start <= leastCharacters) return false
  const first = tape.bytes?.[start + 1]
  if (first !== undefined && !firstUnits.has(first)) return false
  const { text } = tape
  const isLikeOne = beginnings.some((beginning) => text.slice(start + 1, start + 1 + beginning.length) === beginning)
  return isLikeOne && holdsFile(tape, node - 1)
}

/**
 * How many of the characters of a string are those of a picture, beyond what it counts for. Below 0: a picture is named there, and counts for more than
 * its name.
 */
export const beyondPicture = (tape: JsonTape, node: number): number => {
  const beyond = endOf(tape, node) - startOf(tape, node) - charactersOfPicture
  return (beyond < 0 ? namesPicture(tape, node) : beyond > 0 && isPicture(tape, node)) ? beyond : 0
}

/** How many pictures a whole body has. */
export const picturesIn = (tape: JsonTape): number => {
  let pictures = 0
  for (let node = 0; node < tape.length; node += 1)
    if (kindOf(tape, node) === JsonKind.String && isPicture(tape, node)) pictures += 1
  return pictures
}

/** Where a position in the body stands when each picture takes no more characters than it counts for. */
export type Weigh = (position: number) => number

const picturesPlaced = (tape: JsonTape): readonly { readonly end: number; readonly beyond: number }[] => {
  const pictures: { readonly end: number; readonly beyond: number }[] = []
  for (let node = 0; node < tape.length; node += 1) {
    if (kindOf(tape, node) !== JsonKind.String) continue
    const more = beyondPicture(tape, node)
    if (more !== 0) pictures.push({ end: endOf(tape, node), beyond: (pictures.at(-1)?.beyond ?? 0) + more })
  }
  return pictures
}

/** Of a whole body. To be made once for it: its pictures are looked for when a position is first asked about. */
export const weighing = (tape: JsonTape): Weigh => {
  const placed = onceAsked(() => picturesPlaced(tape))
  return (position) => {
    const pictures = placed()
    return position - (pictures[firstIndexWhere(pictures, ({ end }) => end > position) - 1]?.beyond ?? 0)
  }
}
