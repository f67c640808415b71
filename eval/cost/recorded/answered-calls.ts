// How many calls the answer to each recorded request has made: the next request of its conversation shows them.

import { elementsOf, onlyMember, rawOf } from '../../../core/json/read.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { type MeasuredDialect, routes } from '../../../testkit/data/conversation.ts'

interface Asked {
  readonly dialect: MeasuredDialect
  readonly body: string
}

/** A marker comes and goes with each request. */
const marker = /,?"cache_control":\s*\{[^{}]*\}/g

const historyOf = ({ body, dialect }: Asked): readonly string[] => {
  const tape = scanJson(body)
  if (tape === undefined) return []
  const list = elementsOf(tape, onlyMember(tape, 0, routes[dialect].list))
  return list.map((node) => rawOf(tape, node).replaceAll(marker, ''))
}

const call = /"type":\s*"(?:tool_use|function|function_call|custom_tool_call)"/g
/** Every request is recorded, so that all that comes between two of a conversation is of one answer, wherever its calls stand. */
const callsIn = (added: readonly string[]): number =>
  added.reduce((sum, part) => sum + (part.match(call)?.length ?? 0), 0)

/** One number for each request: 0 where none goes on from it. */
export const answeredCallsOf = (requests: readonly Asked[]): readonly number[] => {
  const calls = requests.map(() => 0)
  /** The request that a history of so many parts, the last of which reads so, was sent with last. */
  const waiting = new Map<string, number>()
  const lengths = new Set<number>()
  for (const [index, request] of requests.entries()) {
    const history = historyOf(request)
    const before = [...lengths].filter((length) => length < history.length).toSorted((one, other) => other - one)
    for (const length of before) {
      const from = waiting.get(`${length} ${history[length - 1]}`)
      if (from === undefined) continue
      calls[from] = callsIn(history.slice(length))
      break
    }
    waiting.set(`${history.length} ${history.at(-1)}`, index)
    lengths.add(history.length)
  }
  return calls
}
