// Where a responses body keeps tool results: `…_output` items of `input`, answering calls by `call_id`.

import { elementsOf, type Members, membersOf, onlyMember, rawOf, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { mayReadFiles, type ToolCall } from '../../transcript/tool-call.ts'
import type { Segment, Transcript } from '../../transcript/transcript.ts'
import { modelOf } from '../request-model.ts'
import { segmentsOf } from '../tool-results.ts'

const known: ReadonlySet<string> = new Set(['type', 'id', 'call_id', 'output', 'status'])

const calls: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'local_shell_call'])
const outputs: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
])

const callOf = (tape: JsonTape, type: string, item: Members): ToolCall => {
  const action = item.get('action')
  return {
    name: type === 'local_shell_call' ? 'local_shell' : (stringOf(tape, item.get('name')) ?? ''),
    input:
      action === undefined
        ? stringOf(tape, item.get('arguments') ?? item.get('input'))
        : `{"action":${rawOf(tape, action)}}`,
  }
}

const isUnfinished = (tape: JsonTape, status: number | undefined): boolean =>
  status !== undefined && !['"completed"', 'null'].includes(rawOf(tape, status))

/** See `Dialect.read`. */
export const readResponses = (tape: JsonTape): Transcript => {
  /** Of each call by id: whether it may have read files. */
  const made = new Map<string, boolean>()
  const segments: Segment[] = []
  let lastAssistant = -1

  elementsOf(tape, onlyMember(tape, 0, 'input')).forEach((node, message) => {
    const item = membersOf(tape, node)
    if (item === undefined) return
    const type = stringOf(tape, item.get('type')) ?? ''
    const callId = stringOf(tape, item.get('call_id') ?? item.get('id')) ?? ''
    if (calls.has(type)) made.set(callId, mayReadFiles(callOf(tape, type, item)))
    if (calls.has(type) || type === 'reasoning' || stringOf(tape, item.get('role')) === 'assistant')
      lastAssistant = message
    if (!outputs.has(type)) return
    const segmentsOfItem = segmentsOf(tape, {
      message,
      members: item,
      known,
      content: item.get('output'),
      isError: isUnfinished(tape, item.get('status')),
      mayBeFile: made.get(callId),
    })
    for (const segment of segmentsOfItem) segments.push(segment)
  })
  return { tape, ...modelOf(tape), segments, lastAssistant }
}
