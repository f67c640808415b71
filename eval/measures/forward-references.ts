// Forward references: values that a later turn copies out of earlier tool results and that nothing else carried.
// The definition is in docs/engines.md, "Measures"; first use only, so that each value counts once.

import { RawNumber, type Transcript, type TranscriptMessage } from '../../testkit/data/transcripts.ts'
import { hardAtoms, isHard } from './atoms.ts'
import { type Block, blockOf, Carriers, type Occurrence } from './carriers.ts'
import { isStopWord } from './stop-words.ts'

export interface Reference {
  readonly kind: 'argument' | 'write' | 'answer'
  readonly value: string
  /** Index of the message that uses the value. */
  readonly usedAt: number
  readonly carriers: readonly Occurrence[]
  /** The nearest carrier stands 6 or more messages back. */
  readonly aged: boolean
  /** Only one place carries it. */
  readonly sole: boolean
}

export interface TranscriptReferences {
  readonly id: string
  readonly references: readonly Reference[]
  /** Every tool result, in order. */
  readonly results: readonly Block[]
}

const agedFrom = 6
const editors = new Set(['Edit', 'MultiEdit'])
const writers = new Set(['Edit', 'MultiEdit', 'Write', 'TodoWrite', 'TaskCreate', 'TaskUpdate'])
const writtenFields = new Set(['new_string', 'content', 'activeForm', 'description', 'subject'])
const freeTextFields = new Set(['command', 'pattern', 'prompt', 'summary', 'content'])

type ToolCall = NonNullable<TranscriptMessage['tool_calls']>[number]
type Target = readonly [kind: Reference['kind'], value: string]

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Leaves of a call's arguments with the key they stand under; booleans and nulls are no values to copy. */
function* leavesOf(value: unknown, key?: string): Generator<[key: string | undefined, leaf: string]> {
  if (value instanceof RawNumber) yield [key, value.source]
  else if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, key)
  else if (isRecord(value)) for (const [name, item] of Object.entries(value)) yield* leavesOf(item, name)
  else if (typeof value === 'string') yield [key, value]
}

/** JSON with a space behind separators, numbers as they were spelled. */
const printed = (value: unknown): string => {
  if (value instanceof RawNumber) return value.source
  if (Array.isArray(value)) return `[${value.map(printed).join(', ')}]`
  if (isRecord(value))
    return `{${Object.entries(value)
      .map(([name, item]) => `${JSON.stringify(name)}: ${printed(item)}`)
      .join(', ')}}`
  return JSON.stringify(value) ?? 'null'
}

const isWholeValue = (kind: Reference['kind'], key: string | undefined, value: string): boolean =>
  isHard(value) ||
  (kind === 'argument' &&
    value.length >= 4 &&
    !isStopWord(value) &&
    /[A-Z0-9]/.test(value) &&
    !(key !== undefined && freeTextFields.has(key)))

const targetsOfCall = (call: ToolCall, results: Carriers): Target[] => {
  const targets: Target[] = []
  const name = call.name ?? ''
  for (const [key, leaf] of leavesOf(isRecord(call.arguments) ? call.arguments : { _: call.arguments })) {
    if (editors.has(name) && key === 'old_string') continue
    const kind = writers.has(name) && key !== undefined && writtenFields.has(key) ? 'write' : 'argument'
    const value = leaf.trim()
    const isShort = value.length >= 3 && value.length <= 60 && !value.includes('\n')
    if (isShort && isWholeValue(kind, key, value) && results.find(value, 50).length > 0) targets.push([kind, value])
    else for (const atom of hardAtoms(value)) targets.push([kind, atom])
  }
  return targets
}

const printedCall = (call: ToolCall): string[] => {
  const whole = typeof call.arguments === 'string' ? call.arguments : printed(call.arguments)
  const written = isRecord(call.arguments) ? [...leavesOf(call.arguments)].map(([, leaf]) => leaf) : []
  return [whole, ...written.filter((leaf) => /["\\\n]/.test(leaf))]
}

/** The references of one transcript. Messages and calls of a simulated user are left out. */
export const referencesOf = (transcript: Transcript): TranscriptReferences => {
  const inResults = new Carriers()
  const elsewhere = new Carriers()
  const results: Block[] = []
  const references: Reference[] = []
  for (const [at, message] of transcript.messages.entries()) {
    if (message.requestor === 'user') continue
    const content = message.content ?? ''
    if (message.role === 'system' || message.role === 'user') elsewhere.add(blockOf(at, content))
    if (message.role === 'tool') {
      const block = blockOf(at, content)
      inResults.add(block)
      results.push(block)
    }
    if (message.role !== 'assistant') continue
    const calls = (message.tool_calls ?? []).filter((call) => call.requestor !== 'user')
    const answered = hardAtoms(content).map((atom): Target => ['answer', atom])
    const seen = new Set<string>()
    for (const [kind, value] of [...calls.flatMap((call) => targetsOfCall(call, inResults)), ...answered]) {
      if (seen.has(value)) continue
      seen.add(value)
      const carriers = inResults.find(value)
      if (carriers.length === 0 || elsewhere.find(value, 50).length > 0) continue
      const nearest = Math.max(...carriers.map((carrier) => carrier.block.message))
      const [aged, sole] = [at - nearest >= agedFrom, carriers.length === 1]
      references.push({ kind, value, usedAt: at, carriers, aged, sole })
    }
    elsewhere.add(blockOf(at, content))
    for (const text of calls.flatMap(printedCall)) elsewhere.add(blockOf(at, text))
  }
  return { id: transcript.id, references, results }
}
