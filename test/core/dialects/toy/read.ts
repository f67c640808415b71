// Where a toy body keeps tool results: `functionResponse` parts, answering `functionCall` parts by id, with the text nested in
// an object.

import type { Dialect } from '../../../../core/dialects/dialect.ts'
import { historyOf } from '../../../../core/dialects/history/history.ts'
import { messageAt } from '../../../../core/dialects/history/message-at.ts'
import { type ReadMessage, readHistory } from '../../../../core/dialects/history/read-history.ts'
import { hasOnly } from '../../../../core/dialects/members/known-members.ts'
import type { ResultText } from '../../../../core/dialects/results/result-texts.ts'
import { membersOf } from '../../../../core/json/object-members.ts'
import { elementsOf, kindOf, rawOf, stringOf } from '../../../../core/json/read.ts'
import { JsonKind, type JsonTape } from '../../../../core/json/scan.ts'
import type { Spelling } from '../../../../core/transcript/transcript.ts'

const spelling: Spelling = { content: 'parts', text: 'text' }

const knownOfResult: ReadonlySet<string> = new Set(['id', 'name', 'response'])
const knownOfResponse: ReadonlySet<string> = new Set(['output', 'error'])

/** `{"output": "…"}`: the one shape whose text we know. */
const textsOf = (tape: JsonTape, response: number | undefined): ResultText[] => {
  const members = membersOf(tape, response)
  const output = members?.get('output')
  if (members === undefined || output === undefined || kindOf(tape, output) !== JsonKind.String) return []
  return [hasOnly(tape, members, knownOfResponse) ? [output] : [output, 'unknown-shape']]
}

const readMessageOf = (tape: JsonTape): ReadMessage =>
  function* ({ messages }, results, message, node) {
    const members = membersOf(tape, node)
    const side = stringOf(tape, members?.get('role')) === 'model' ? 'model' : 'client'
    messages.push(messageAt(tape, node, side, members?.get('parts')))
    for (const element of elementsOf(tape, members?.get('parts'))) {
      const part = membersOf(tape, element)
      const call = membersOf(tape, part?.get('functionCall'))
      if (call !== undefined) {
        const args = call.get('args')
        const input = args === undefined ? undefined : rawOf(tape, args)
        results.asked(stringOf(tape, call.get('id')) ?? '', { name: stringOf(tape, call.get('name')) ?? '', input })
      }
      const result = membersOf(tape, part?.get('functionResponse'))
      if (result === undefined) continue
      const content = result.get('response')
      yield* results.add({
        message,
        members: result,
        known: knownOfResult,
        content,
        texts: textsOf(tape, content),
        isError: membersOf(tape, content)?.has('error') === true,
        call: results.answeredBy(stringOf(tape, result.get('id')) ?? ''),
      })
    }
  }

/** See `Dialect.read`. */
export const readToy: Dialect['read'] = (tape, from) =>
  // What a body refers to by name is kept by the provider.
  readHistory(
    { dialect: 'toy', spelling, tape },
    historyOf(tape, 'contents', ['cachedContent']),
    from,
    readMessageOf(tape),
  )
