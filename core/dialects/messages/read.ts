// Where a messages body keeps tool results: `tool_result` blocks of user messages, answering `tool_use` blocks by id.

import { type Members, membersOf } from '../../json/object-members.ts'
import { elementsOf, kindOf, onlyMember, rawOf, stringOf } from '../../json/read.ts'
import { JsonKind, type JsonTape } from '../../json/scan.ts'
import { fewAtOnce, nothingLeft } from '../../runtime/pieces.ts'
import type { ToolCall } from '../../transcript/calls/tool-call.ts'
import type { MadeCall } from '../../transcript/history-state.ts'
import type { Side } from '../../transcript/message.ts'
import type { Roles, Spelling } from '../../transcript/transcript.ts'
import type { Dialect } from '../dialect.ts'
import { historyOf } from '../history/history.ts'
import { messageAt } from '../history/message-at.ts'
import { type ReadMessage, readHistory } from '../history/read-history.ts'
import { cacheMarker } from '../members/cache-marker.ts'
import { isOfProgram } from '../members/caller.ts'
import { isFlagged } from '../members/known-members.ts'
import { toolNameIn } from '../members/tool-name.ts'
import { plainTexts, resultTexts } from '../results/result-texts.ts'
import { serverCalls, serverResult } from './server-results.ts'

const roles: Roles = { member: 'role', client: 'user', model: 'assistant' }

const spelling: Spelling = {
  joined: roles,
  content: 'content',
  text: 'text',
  textType: () => 'text',
  cacheMarker,
  isLoneCall(tape, message) {
    const [block, ...others] = elementsOf(tape, onlyMember(tape, message, 'content'))
    if (block === undefined || others.length > 0) return false
    return stringOf(tape, onlyMember(tape, block, 'type')) === 'tool_use'
  },
}

/** `toolset_name`: of which set of tools the call was, as that of a browser. */
const known: ReadonlySet<string> = new Set(['type', 'tool_use_id', 'content', 'is_error', 'toolset_name', cacheMarker])

const callOf = (tape: JsonTape, block: Members): ToolCall => {
  const input = block.get('input')
  return {
    name: toolNameIn(tape, block, 'server_name'),
    input: input === undefined ? undefined : rawOf(tape, input),
    byProgram: isOfProgram(tape, block),
  }
}

const sideOf = (role: string | undefined): Side =>
  role === roles.model ? 'model' : role === 'system' ? 'instructions' : 'client'

const readMessageOf =
  (tape: JsonTape): ReadMessage =>
  (state, results, message, node) => {
    const { messages } = state
    const members = membersOf(tape, node)
    const role = stringOf(tape, members?.get(roles.member))
    const said = members?.get('content')
    messages.push(messageAt(tape, node, sideOf(role), said))
    if (said !== undefined && kindOf(tape, said) === JsonKind.String) {
      if (role === roles.model) state.before = said
      if (role === roles.client) results.said(message, [[said]], state.before)
    }
    const answeredIn = (block: Members): MadeCall | undefined =>
      results.answeredBy(stringOf(tape, block.get('tool_use_id')) ?? '')
    return fewAtOnce(elementsOf(tape, said), (element) => {
      const block = membersOf(tape, element)
      const type = stringOf(tape, block?.get('type'))
      if (block === undefined) return nothingLeft
      const ran = role === roles.model ? serverResult(tape, type ?? '', block) : undefined
      if (ran !== undefined) results.ran(message, ran, answeredIn(block))
      else if (role === roles.model && (type === 'tool_use' || serverCalls.has(type ?? ''))) {
        results.asked(stringOf(tape, block.get('id')) ?? '', callOf(tape, block))
      } else if (role === roles.client && type === 'tool_result') {
        const content = block.get('content')
        const isError = isFlagged(tape, block.get('is_error'))
        const texts = resultTexts(tape, content)
        return results.add({ message, members: block, known, content, texts, isError, call: answeredIn(block) })
      } else if (role === roles.client && type === 'text') results.said(message, plainTexts(tape, block), state.before)
      else if (role === roles.model && type === 'text') state.before = block.get('text')
      // One that comes first has taken the place of what it sums up.
      else if (role === roles.model && type === summary) state.summed ||= message > 0
      return nothingLeft
    })
  }

/** As the API calls it that drops what came before such a block (platform.claude.com, compaction at a token threshold, 2026-11). */
const summary = 'compaction'

/** See `Dialect.read`. */
export const readMessages: Dialect['read'] = (tape, from) =>
  // A continued thread holds nothing but the newest turn.
  readHistory(
    { dialect: 'messages', spelling, tape },
    historyOf(tape, 'messages', ['thread']),
    from,
    readMessageOf(tape),
  )
