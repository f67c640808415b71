// Pictures in a body are as many characters as their files, and cost as many tokens as a page of text. What characters are counted
// for, a share of the tokens, they would be most of.

import { endOf, kindOf, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'

/** What a picture counts for, in characters of text: the largest that providers do not make smaller have some 1,500 tokens. */
const charactersOfPicture = 6_000

/** How a picture's file begins in base64: PNG, JPEG, GIF, WebP. */
const beginnings = ['data:image/', 'iVBORw0KGgo', '/9j/', 'R0lGOD', 'UklGR']

/** No picture is shorter. */
const leastCharacters = 200

const firstUnits = new Set(beginnings.map((beginning) => beginning.charCodeAt(0)))

/** What a picture is looked for in. */
type Looked = Pick<JsonTape, 'text' | 'bytes'>

/** Most strings are told by their first byte: to take a beginning out of a body costs more. */
const isPicture = ({ text, bytes }: Looked, start: number, end: number): boolean => {
  if (end - start <= leastCharacters) return false
  const first = bytes?.[start + 1]
  if (first !== undefined && !firstUnits.has(first)) return false
  return beginnings.some((beginning) => text.slice(start + 1, start + 1 + beginning.length) === beginning)
}

/** How many of the characters of a string are those of a picture, beyond what it counts for. */
export const beyondPicture = (tape: Looked, start: number, end: number): number =>
  end - start > charactersOfPicture && isPicture(tape, start, end) ? end - start - charactersOfPicture : 0

/** How many pictures a whole body has. */
export const picturesIn = (tape: JsonTape): number => {
  let pictures = 0
  for (let node = 0; node < tape.length; node += 1)
    if (kindOf(tape, node) === JsonKind.String && isPicture(tape, startOf(tape, node), endOf(tape, node))) pictures += 1
  return pictures
}

/** Where a position in the body stands when each picture takes no more characters than it counts for. */
export type Weigh = (position: number) => number

/** Of a whole body. To be made once for it. */
export const weighing = (tape: JsonTape): Weigh => {
  const pictures: { readonly end: number; readonly beyond: number }[] = []
  for (let node = 0; node < tape.length; node += 1) {
    if (kindOf(tape, node) !== JsonKind.String) continue
    const [start, end] = [startOf(tape, node), endOf(tape, node)]
    const more = beyondPicture(tape, start, end)
    if (more > 0) pictures.push({ end, beyond: (pictures.at(-1)?.beyond ?? 0) + more })
  }
  if (pictures.length === 0) return (position) => position
  return (position) => position - (pictures.findLast(({ end }) => end <= position)?.beyond ?? 0)
}
