// Results of tools that the provider runs itself, in turns of the assistant: only the provider can tell whether it takes them back
// shortened. What it signs or encrypts, and what shows files, is not among them.

import { type Members, membersOf } from '../../json/object-members.ts'
import { stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import { isFlagged } from '../members/known-members.ts'
import { resultTexts } from '../results/result-texts.ts'
import type { ServerResult } from '../results/tool-results.ts'

/** The calls whose results these are. */
export const serverCalls: ReadonlySet<string> = new Set(['server_tool_use', 'mcp_tool_use'])

const printed = (tape: JsonTape, content: Members | undefined): number[] =>
  ['stdout', 'stderr'].flatMap((name) => content?.get(name) ?? []).filter((node) => stringOf(tape, node) !== undefined)

/** A page that was given as plain text, and that no answer may point into. */
const fetched = (tape: JsonTape, content: Members | undefined): number[] => {
  const document = membersOf(tape, content?.get('content'))
  const source = membersOf(tape, document?.get('source'))
  const isCited = isFlagged(tape, membersOf(tape, document?.get('citations'))?.get('enabled'))
  const data = source?.get('data')
  return data === undefined || isCited || stringOf(tape, source?.get('type')) !== 'text' ? [] : [data]
}

/** `undefined` for any other block. */
export const serverResult = (tape: JsonTape, type: string, block: Members): ServerResult | undefined => {
  const content = membersOf(tape, block.get('content'))
  if (type === 'mcp_tool_result')
    return {
      kind: 'mcp',
      nodes: resultTexts(tape, block.get('content')).flatMap(([node, pin]) => (pin === undefined ? node : [])),
    }
  if (type === 'web_fetch_tool_result') return { kind: 'web-fetch', nodes: fetched(tape, content) }
  if (type === 'code_execution_tool_result' || type === 'bash_code_execution_tool_result')
    return { kind: 'code-execution', nodes: printed(tape, content) }
  return undefined
}
