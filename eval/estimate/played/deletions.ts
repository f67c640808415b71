// What the service would delete from a recorded session, result by result: the ones from which most would go.

import { dialects } from '../../../core/dialects/registry.ts'
import { scanJson } from '../../../core/json/scan.ts'
import { atOnce } from '../../../core/runtime/pieces.ts'
import { type Shown, shownOf } from '../../../local/show/shown.ts'
import { bodiesOf } from '../../cost/requests.ts'
import type { RecordedSession } from '../sessions/recorded-session.ts'

export interface Deletion {
  readonly project: string
  readonly shown: Shown
}

/** The largest deletions of a session, at most so many. */
export const deletionsOf = (session: RecordedSession, most: number): Deletion[] => {
  const [body] = bodiesOf({ ...session, asked: [session.steps.length] }, session.setting)
  const tape = body === undefined ? undefined : scanJson(body)
  if (tape === undefined) return []
  return shownOf(atOnce(dialects[session.setting.dialect].read(tape)))
    .filter(({ kept }) => kept !== undefined)
    .toSorted((one, other) => other.tokens - other.tokensLeft - (one.tokens - one.tokensLeft))
    .slice(0, most)
    .map((shown) => ({ project: session.project, shown }))
}
