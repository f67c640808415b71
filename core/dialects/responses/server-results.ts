// Results of tools that the provider runs itself, as items of their own: only the provider can tell whether it takes them back
// shortened. What runs with the client has items of the same types.

import { type Members, membersOf } from '../../json/object-members.ts'
import { elementsOf, reads, stringOf } from '../../json/read.ts'
import type { JsonTape } from '../../json/scan.ts'
import type { ToolCall } from '../../transcript/calls/tool-call.ts'
import { toolNameIn } from '../members/tool-name.ts'
import type { ServerResult } from '../results/tool-results.ts'

const textsIn = (tape: JsonTape, list: number | undefined, member: string): number[] =>
  elementsOf(tape, list)
    .flatMap((one) => membersOf(tape, one)?.get(member) ?? [])
    .filter((node) => stringOf(tape, node) !== undefined)

/** Whether the provider runs a shell call: in no environment, or a local one, its client does. */
export const isHostedShell = (tape: JsonTape, call: Members): boolean => {
  const environment = call.get('environment')
  if (environment === undefined || reads(tape, environment, 'null')) return false
  return stringOf(tape, membersOf(tape, environment)?.get('type')) !== 'local'
}

/** Whether the provider has searched among the tools, and not its client. */
export const isHostedSearch = (tape: JsonTape, item: Members): boolean =>
  stringOf(tape, item.get('execution')) === 'server'

/** The result that an item holds beside its call; `undefined` for any other item. */
export const serverResult = (
  tape: JsonTape,
  type: string,
  item: Members,
): (ServerResult & { readonly call: ToolCall }) | undefined => {
  const [output, code] = [item.get('output'), stringOf(tape, item.get('code'))]
  if (type === 'mcp_call') {
    const call = { name: toolNameIn(tape, item, 'server_label'), input: stringOf(tape, item.get('arguments')) }
    return { kind: 'mcp', nodes: stringOf(tape, output) === undefined || output === undefined ? [] : [output], call }
  }
  if (type === 'code_interpreter_call')
    return {
      kind: 'code-execution',
      nodes: textsIn(tape, item.get('outputs'), 'logs'),
      call: { name: 'python', input: { code } },
    }
  if (type === 'file_search_call')
    return {
      kind: 'file-search',
      nodes: textsIn(tape, item.get('results'), 'text'),
      call: { name: 'lookup', input: { id: 1 } },
    }
  return undefined
}
