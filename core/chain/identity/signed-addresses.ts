// Addresses of pictures and files in a store of objects, which signs them for minutes. Clients that keep the name alone have it signed with each
// request. So what stands behind the question mark does not count, though it may say which file is meant as well as until when: to take two files
// for one costs a rewrite, and so does to take one for two.

import { endOf, kindOf, reads, startOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { isAddress as beginsAsAddress } from '../../transcript/named-pictures.ts'

/** Members of a block that are an address, or hold an object in which one stands. */
const [picture, file, source] = ['"image_url"', '"file_url"', '"source"']
const address = '"url"'

/** Whether a member of a block is an address, or holds one. Most are told by how long their name is. */
export const holdsAddress = (tape: JsonTape, key: number): boolean => {
  const length = endOf(tape, key) - startOf(tape, key)
  if (length === picture.length) return reads(tape, key, picture)
  if (length === file.length) return reads(tape, key, file) && kindOf(tape, key + 1) === JsonKind.String
  return length === source.length && reads(tape, key, source) && kindOf(tape, key + 1) === JsonKind.Object
}

/** Whether a member of what such a member holds is the address. */
export const isAddress = (tape: JsonTape, key: number): boolean => reads(tape, key, address)

/** Where the signature of an address begins, if it may have one. */
export const signatureOf = (tape: JsonTape, node: number): number | undefined => {
  if (!beginsAsAddress(tape, node)) return undefined
  const start = startOf(tape, node)
  const end = endOf(tape, node)
  const mark = tape.text.slice(start, end).indexOf('?')
  return mark < 0 ? undefined : start + mark
}
