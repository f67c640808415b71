// Where a chat-completions body keeps tool results: messages of role `tool` (and the older `function`), answering the
// assistant's `tool_calls` by id (and its `function_call` by name).

import { type Members, membersOf } from '../../json/object-members.ts'
import { elementsOf, rawOf, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import type { InPieces } from '../../runtime/pieces.ts'
import type { ToolCall } from '../../transcript/calls/tool-call.ts'
import type { Side } from '../../transcript/message.ts'
import type { Spelling } from '../../transcript/transcript.ts'
import type { Dialect } from '../dialect.ts'
import { historyOf } from '../history/history.ts'
import { messageAt } from '../history/message-at.ts'
import { type ReadMessage, readHistory } from '../history/read-history.ts'
import { cacheMarker } from '../members/cache-marker.ts'
import { resultTexts, saidTexts } from '../results/result-texts.ts'
import type { ToolResults } from '../results/tool-results.ts'

/** What else a message of the model may hold: kits keep what it thought under names of their own. */
const saidOrThought = ['content', 'refusal', 'reasoning', 'reasoning_content', 'reasoning_details']

const spelling: Spelling = {
  content: 'content',
  text: 'text',
  textType: () => 'text',
  cacheMarker,
  isLoneCall(tape, message) {
    const members = membersOf(tape, message)
    const isEmpty = (name: string): boolean => {
      const member = members?.get(name)
      return member === undefined || ['null', '""', '[]'].includes(rawOf(tape, member))
    }
    const calls = elementsOf(tape, members?.get('tool_calls')).length + (isEmpty('function_call') ? 0 : 1)
    return calls === 1 && saidOrThought.every(isEmpty)
  },
}

const knownOfTool: ReadonlySet<string> = new Set(['role', 'tool_call_id', 'content', 'name'])
const knownOfFunction: ReadonlySet<string> = new Set(['role', 'content', 'name'])

/** `{name, arguments}` of a function, `{name, input}` of a custom tool. */
const callOf = (tape: JsonTape, node: number | undefined): ToolCall => {
  const members = membersOf(tape, node)
  return {
    name: stringOf(tape, members?.get('name')) ?? '',
    input: stringOf(tape, members?.get('arguments') ?? members?.get('input')),
  }
}

function* rememberCalls(tape: JsonTape, message: Members, { asked }: Pick<ToolResults, 'asked'>): InPieces<void> {
  for (const node of elementsOf(tape, message.get('tool_calls'))) {
    yield
    const call = membersOf(tape, node)
    const id = stringOf(tape, call?.get('id'))
    if (id !== undefined) asked(`id ${id}`, callOf(tape, call?.get('function') ?? call?.get('custom')))
  }
  if (message.has('function_call')) {
    const call = callOf(tape, message.get('function_call'))
    asked(`name ${call.name}`, call)
  }
}

const sideOf = (role: string | undefined): Side =>
  role === 'assistant' ? 'model' : role === 'system' || role === 'developer' ? 'instructions' : 'client'

const readMessageOf = (tape: JsonTape): ReadMessage =>
  function* (state, results, message, node) {
    const { messages } = state
    const members = membersOf(tape, node)
    const role = stringOf(tape, members?.get('role'))
    messages.push(messageAt(tape, node, sideOf(role), members?.get('content')))
    if (members === undefined) return
    if (role === 'assistant') {
      yield* rememberCalls(tape, members, results)
      state.before = saidTexts(tape, members.get('content')).at(-1)?.[0] ?? state.before
    }
    if (role === 'user') results.said(message, saidTexts(tape, members.get('content')), state.before)
    if (role !== 'tool' && role !== 'function') return
    const call =
      role === 'tool'
        ? results.answeredBy(`id ${stringOf(tape, members.get('tool_call_id')) ?? ''}`)
        : results.answeredBy(`name ${stringOf(tape, members.get('name')) ?? ''}`)
    const known = role === 'tool' ? knownOfTool : knownOfFunction
    const content = members.get('content')
    yield* results.add({ message, members, known, content, texts: resultTexts(tape, content), isError: false, call })
  }

/** See `Dialect.read`. */
export const readChatCompletions: Dialect['read'] = (tape, from) =>
  readHistory({ dialect: 'chat-completions', spelling, tape }, historyOf(tape, 'messages'), from, readMessageOf(tape))
