// Which call a result answers: both name an id. Some upstreams give all calls of a turn the same one, an empty text as a rule; then nobody
// knows which of them a result answers, and what to make of it.

import { ownText } from '../../text/own-text.ts'
import type { ToolCall } from '../../transcript/calls/tool-call.ts'
import type { FileHistory } from '../../transcript/file-history.ts'
import type { MadeCall } from '../../transcript/history-state.ts'
import type { ReadState } from '../../transcript/read-state.ts'

export interface NamedCalls {
  /** A call that is answered under this id. */
  asked(id: string, call: ToolCall): void
  /** The last call of this id. `undefined`: there is none, or no result stands between it and another of the same id. */
  answeredBy(id: string): MadeCall | undefined
}

/** For one body, whose reader stands at `state`. */
export const namedCalls = (state: ReadState, { made }: Pick<FileHistory, 'made'>): NamedCalls => {
  const { calls } = state
  return {
    asked(id, asked) {
      const call = made(asked)
      const { place } = call
      const isOfSeveral = (calls.get(id)?.place ?? -1) >= state.answered
      calls.set(ownText(id), isOfSeveral ? { place } : { place, call })
    },

    answeredBy: (id) => calls.get(id)?.call,
  }
}
