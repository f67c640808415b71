// Where a responses body keeps tool results: `…_output` items of `input`, answering calls by `call_id`.

import { type Members, membersOf } from '../../json/object-members.ts'
import { elementsOf, kindOf, onlyMember, rawOf, stringOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import type { ToolCall } from '../../transcript/calls/tool-call.ts'
import type { Side } from '../../transcript/message.ts'
import type { Spelling } from '../../transcript/transcript.ts'
import type { Dialect } from '../dialect.ts'
import { historyOf } from '../history/history.ts'
import { messageAt } from '../history/message-at.ts'
import { type ReadMessage, readHistory } from '../history/read-history.ts'
import { cacheMarker } from '../members/cache-marker.ts'
import { callerMember, isOfProgram } from '../members/caller.ts'
import { hasOnly } from '../members/known-members.ts'
import { toolNameIn } from '../members/tool-name.ts'
import { type ResultText, resultTexts, saidTexts } from '../results/result-texts.ts'
import { isHostedSearch, isHostedShell, serverResult } from './server-results.ts'

const spelling: Spelling = {
  content: 'content',
  output: 'output',
  text: 'text',
  textType: (side) => (side === 'model' ? 'output_text' : 'input_text'),
  cacheMarker,
  isLoneCall: (tape, item) => stringOf(tape, onlyMember(tape, item, 'type'))?.endsWith('_call') === true,
  namesAnswers: true,
}

const known: ReadonlySet<string> = new Set(['type', 'call_id', 'output', 'status', 'namespace', callerMember])
const knownOfShell: ReadonlySet<string> = new Set([...known, 'max_output_length'])
const knownOfCommand: ReadonlySet<string> = new Set(['stdout', 'stderr', 'outcome'])

const calls: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'shell_call'])
const outputs: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
  'shell_call_output',
])

const searched = 'tool_search_output'

/** What each command of a shell call printed. */
const shellTexts = (tape: JsonTape, output: number | undefined): ResultText[] =>
  elementsOf(tape, output).flatMap((element) => {
    const members = membersOf(tape, element)
    if (members === undefined) return []
    const isKnown = hasOnly(tape, members, knownOfCommand)
    return ['stdout', 'stderr'].flatMap((name): ResultText[] => {
      const text = members.get(name)
      if (text === undefined || kindOf(tape, text) !== JsonKind.String) return []
      return [isKnown ? [text] : [text, 'unknown-shape']]
    })
  })

const callOf = (tape: JsonTape, type: string, item: Members): ToolCall => {
  const action = item.get('action')
  return {
    name: type.endsWith('shell_call') ? 'local_shell' : toolNameIn(tape, item, 'namespace'),
    input:
      action === undefined
        ? stringOf(tape, item.get('arguments') ?? item.get('input'))
        : `{"action":${rawOf(tape, action)}}`,
    byProgram: isOfProgram(tape, item),
    hosted: type === 'shell_call' && isHostedShell(tape, item),
  }
}

const isUnfinished = (tape: JsonTape, status: number | undefined): boolean =>
  status !== undefined && !['"completed"', 'null'].includes(rawOf(tape, status))

/** Items without a role that stand in a model's answer, besides its calls; references point to what it answered. */
const ofTheModel: ReadonlySet<string> = new Set([
  'reasoning',
  'compaction',
  'item_reference',
  'program',
  'program_output',
  'mcp_list_tools',
  'mcp_approval_request',
])

const sideOf = (type: string, role: string | undefined): Side => {
  if (role === 'assistant' || type.endsWith('_call') || ofTheModel.has(type)) return 'model'
  const isMessage = type === '' || type === 'message'
  return isMessage && (role === 'system' || role === 'developer') ? 'instructions' : 'client'
}

const readItemOf = (tape: JsonTape): ReadMessage =>
  function* (state, results, message, node) {
    const { messages } = state
    const item = membersOf(tape, node)
    const type = stringOf(tape, item?.get('type')) ?? ''
    const role = stringOf(tape, item?.get('role'))
    const callId = stringOf(tape, item?.get('call_id') ?? item?.get('id')) ?? ''
    const answered = outputs.has(type) ? results.answeredBy(callId) : undefined
    const isHosted =
      answered?.hosted === true || (item !== undefined && type === searched && isHostedSearch(tape, item))
    messages.push(messageAt(tape, node, isHosted ? 'model' : sideOf(type, role), item?.get('content')))
    if (item === undefined) return
    if (type === '' || type === 'message') {
      const texts = saidTexts(tape, item.get('content'))
      if (role === 'user') results.said(message, texts, state.before)
      if (role === 'assistant') state.before = texts.at(-1)?.[0] ?? state.before
    }
    if (calls.has(type)) results.asked(callId, callOf(tape, type, item))
    const isOfModel = !isOfProgram(tape, item)
    const ran = isOfModel ? serverResult(tape, type, item) : undefined
    if (ran !== undefined) results.ran(message, ran, results.made(ran.call))
    // An answer may name its caller where its call is not in the body.
    if (!outputs.has(type) || !isOfModel) return
    const content = item.get('output')
    const isShell = type === 'shell_call_output'
    const texts = isShell ? shellTexts(tape, content) : resultTexts(tape, content)
    if (answered?.hosted) {
      results.ran(message, { kind: 'code-execution', nodes: texts.map(([text]) => text) }, answered)
      return
    }
    yield* results.add({
      message,
      members: item,
      known: isShell ? knownOfShell : known,
      content,
      texts,
      isError: isUnfinished(tape, item.get('status')),
      call: answered,
    })
  }

const elsewhere = ['previous_response_id', 'conversation']

/** See `Dialect.read`. */
export const readResponses: Dialect['read'] = (tape, from) =>
  readHistory({ dialect: 'responses', spelling, tape }, historyOf(tape, 'input', elsewhere), from, readItemOf(tape))
