// A wrapped file without what is ours: the old bytes if nobody has touched it since, otherwise what others made of it, less
// what we had set.

import { serviceHeader, withoutHeader } from '../service/variables.ts'
import { type Entry, type MemberChange, sha256 } from './journal.ts'
import { memberAt, withMember, withoutMember } from './json-members.ts'
import { withoutFences } from './toml-fence.ts'

const headersVariable = 'ANTHROPIC_CUSTOM_HEADERS'

const parsed = (raw: string): unknown => JSON.parse(raw)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Others have written header lines beside ours: only ours goes. */
const withoutOurLine = (text: string, { path, ours }: MemberChange, now: unknown): string => {
  const lines = typeof now === 'string' ? now.split('\n') : []
  const mine = String(ours)
    .split('\n')
    .filter((line) => line.startsWith(`${serviceHeader}:`))
  if (path.at(-1) !== headersVariable || !mine.some((line) => lines.includes(line))) return text
  const left = withoutHeader(lines.join('\n'), serviceHeader)
  return left.length === 0 ? withoutMember(text, path) : withMember(text, path, left.join('\n'))
}

const undone = (text: string, change: MemberChange): string => {
  const raw = memberAt(text, change.path)
  if (raw === undefined) return text
  if (!isSame(parsed(raw), change.ours)) return withoutOurLine(text, change, parsed(raw))
  return change.theirs === undefined
    ? withoutMember(text, change.path)
    : withMember(text, change.path, parsed(change.theirs))
}

/** Objects that were made on the way to a member, and hold nothing any more. */
const withoutEmpty = (text: string, { path }: MemberChange, before: string | undefined): string => {
  const parent = path.slice(0, -1)
  if (parent.length === 0 || memberAt(text, parent)?.replace(/\s/g, '') !== '{}') return text
  if (before !== undefined && memberAt(before, parent) !== undefined) return text
  return withoutEmpty(withoutMember(text, parent), { path: parent, ours: undefined }, before)
}

/** The bytes to leave behind; nothing: the file goes, because there was none. Throws `Failed` for a file that is broken now. */
export const withoutOurs = (now: Buffer, { before, after, members }: Entry): Buffer | undefined => {
  const old = before === undefined ? undefined : Buffer.from(before, 'base64')
  if (sha256(now) === after) return old
  const text = now.toString('utf8')
  if (members === undefined) return Buffer.from(withoutFences(text))
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const oldText = old?.toString('utf8').replace(/^\ufeff/, '')
  const less = members.toReversed().reduce(undone, text.slice(mark.length))
  return Buffer.from(mark + members.reduce((left, change) => withoutEmpty(left, change, oldText || undefined), less))
}
