// Pictures that a body names: by their addresses, or as files of the provider's. A name has a few characters, and its picture as many tokens as if it
// stood there itself.

import { kindOf, nextOf, reads, startOf } from '../json/read.ts'
import { JsonKind, type JsonTape } from '../json/scan.ts'

const type = '"type"'
const types = ['"image"', '"image_url"', '"input_image"']
const [address, picture, file] = ['"url"', '"image_url"', '"file_id"']
/** Members of a block that hold an object in which the name stands. */
const holders = ['"source"', picture]
/** How an address begins, in its quotes. */
const scheme = '"http'

/** Whether a string begins as an address does. */
export const isAddress = (tape: JsonTape, node: number): boolean => {
  const start = startOf(tape, node)
  return kindOf(tape, node) === JsonKind.String && tape.text.slice(start, start + scheme.length) === scheme
}

/** A picture's block has a few members. So far behind its beginning one is looked for: a body may have objects of as many as it has values. */
const farthest = 40

/** The object that has this member, if it begins nearby. */
const objectWith = (tape: JsonTape, key: number): number | undefined => {
  for (let node = key - 1; node > 0 && key - node <= farthest; node -= 1)
    if (kindOf(tape, node) === JsonKind.Object && nextOf(tape, node) > key) return node
  return undefined
}

/** Whether a member says that its block is a picture. */
export const saysPicture = (tape: JsonTape, key: number): boolean =>
  reads(tape, key, type) && types.some((name) => reads(tape, key + 1, name))

/** Whether a block is a picture, in itself or by its address. */
export const isPictureBlock = (tape: JsonTape, node: number): boolean => {
  const end = nextOf(tape, node)
  for (let key = node + 1; key < end; key = nextOf(tape, key + 1)) if (saysPicture(tape, key)) return true
  return false
}

/** Whether a member is an address, or names a file: of a picture, of anything else, or among what a call is given. */
export const isName = (tape: JsonTape, key: number): boolean => {
  const value = key + 1
  if (kindOf(tape, value) !== JsonKind.String) return false
  if (reads(tape, key, file)) return true
  return (reads(tape, key, address) || reads(tape, key, picture)) && isAddress(tape, value)
}

/** Whether a string is what a picture's block names in place of the picture. */
export const namesPicture = (tape: JsonTape, node: number): boolean => {
  const key = node - 1
  if (key < 1 || kindOf(tape, key) !== JsonKind.Key || !isName(tape, key)) return false
  const object = objectWith(tape, key)
  if (object === undefined) return false
  const block = holders.some((name) => reads(tape, object - 1, name)) ? objectWith(tape, object - 1) : object
  return block !== undefined && isPictureBlock(tape, block)
}
