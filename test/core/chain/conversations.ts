// Conversations in all three dialects, and the ways in which clients spell the same one differently.

import fc from 'fast-check'
import { type Head, type Heads, headsOf } from '../../../core/chain/identity/identity.ts'
import type { DialectId } from '../../../core/dialects/registry.ts'
import { dialects } from '../../../core/dialects/registry.ts'
import { read } from '../dialects/reading.ts'

export const dialectIds = ['messages', 'chat-completions', 'responses'] as const satisfies readonly DialectId[]

/** One message as it is meant. */
export interface Said {
  readonly by: 'user' | 'tool' | 'model' | 'system'
  readonly text: string
  readonly id: string
}

/** How a client spells it this time. */
export interface Spelling {
  /** Plain text as one block instead of a string. */
  readonly asBlock: boolean
  /** With a cache marker, wherever one can stand. */
  readonly marked: boolean
}

export const plainly: Spelling = { asBlock: false, marked: false }

const spellings = (type: string, { text }: Said, { asBlock, marked }: Spelling): unknown => {
  const marker = marked ? { cache_control: { type: 'ephemeral', ttl: '1h' } } : {}
  return asBlock || marked ? [{ type, text, ...marker }] : text
}

const inMessages = (said: Said, how: Spelling): unknown => {
  const marker = how.marked ? { cache_control: { type: 'ephemeral' } } : {}
  const content = spellings('text', said, how)
  if (said.by === 'system') return { role: 'system', content }
  if (said.by === 'user') return { role: 'user', content }
  if (said.by === 'model') {
    const call = { ...marker, type: 'tool_use', id: said.id, name: 'lookup', input: { cache_control: said.text } }
    return { role: 'assistant', content: [{ type: 'thinking', thinking: said.text, signature: said.id }, call] }
  }
  const result = { type: 'tool_result', ...marker, tool_use_id: said.id, content }
  return { role: 'user', content: [result, { type: 'text', text: 'so?', ...marker }] }
}

const inChat = (said: Said, how: Spelling): unknown => {
  const content = spellings('text', said, how)
  if (said.by === 'system') return { role: 'developer', content }
  if (said.by === 'user') return { role: 'user', content }
  if (said.by === 'tool') return { role: 'tool', tool_call_id: said.id, content }
  return { role: 'assistant', content: null, tool_calls: [{ id: said.id, function: { arguments: said.text } }] }
}

const inResponses = (said: Said, how: Spelling): unknown => {
  if (said.by === 'system') return { role: 'developer', content: said.text }
  if (said.by === 'user') return { type: 'message', role: 'user', content: spellings('input_text', said, how) }
  if (said.by === 'model') return { type: 'function_call', call_id: said.id, name: 'x', arguments: said.text }
  return { type: 'function_call_output', call_id: said.id, output: spellings('input_text', said, how) }
}

/** One message as this dialect has it. */
export const spelt = (dialect: DialectId, said: Said, how: Spelling): unknown =>
  ({ messages: inMessages, 'chat-completions': inChat, responses: inResponses })[dialect](said, how)

export const secretOf = (seed: number): string => Buffer.alloc(32, seed).toString('base64')

/** The heads of a body whose messages have these texts. */
export const headsOfTexts = (
  dialect: DialectId,
  messages: readonly string[],
  secret = secretOf(7),
): Heads | undefined => {
  const list = dialect === 'responses' ? 'input' : 'messages'
  return headsOf(read(dialects[dialect], `{"model":"m","${list}":[${messages.join(',')}]}`), secret, 'm api.example')
}

/** The heads of a conversation, each message in its own spelling. */
export const headsOfSaid = (
  dialect: DialectId,
  conversation: readonly Said[],
  how: readonly Spelling[] = [],
  secret?: string,
): Heads | undefined =>
  headsOfTexts(
    dialect,
    conversation.map((said, index) => JSON.stringify(spelt(dialect, said, how[index] ?? plainly))),
    secret,
  )

/** All that a head says. */
export const toldBy = (head: Head | undefined) =>
  head && { turn: head.turn, messages: head.messages, segments: head.segments, digest: head.digest, key: head.key }

/** All that heads say. */
export const allToldBy = (heads: Heads | undefined) =>
  heads && {
    all: [heads.own, ...heads.earlier, ...heads.older, heads.root].map(toldBy),
    said: heads.saidUpTo(heads.own),
    frame: heads.frame,
    cache: heads.cache,
  }

/** All digests, the deepest first. */
export const digestsOf = (heads: Heads | undefined): readonly string[] =>
  heads === undefined ? [] : [heads.own, ...heads.earlier].map(({ digest }) => digest)

export const dialectId: fc.Arbitrary<DialectId> = fc.constantFrom(...dialectIds)

const text = fc.oneof(
  fc.constantFrom('', 'a', 'yes', '"', '\\', '},{', '\u001b[31m', '漢😀', 'x'.repeat(1_200)),
  fc.string({ maxLength: 8 }),
)

const by = (...who: readonly Said['by'][]): fc.Arbitrary<Said> =>
  fc.record({ by: fc.constantFrom(...who), text, id: fc.constantFrom('t1', 't2') })

export const client = by('user', 'tool')
export const model = by('model')
export const system = by('system')
export const conversation = fc.array(by('user', 'tool', 'model', 'model', 'system'), { maxLength: 14 })
export const spelling: fc.Arbitrary<Spelling> = fc.record({ asBlock: fc.boolean(), marked: fc.boolean() })
