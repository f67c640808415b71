// A recorded session as an agent would have lived it that makes several calls at once: turns that follow one another become one.

import type { RunMessage } from '../../../testkit/data/conversation.ts'
import type { Session } from './session.ts'

type Turn = Extract<RunMessage, { readonly turn: unknown }>
type Result = Extract<RunMessage, { readonly result: string }>

const merged = (turns: readonly Turn[], results: readonly Result[]): RunMessage[] => {
  if (turns.length === 0) return [...results]
  const said = turns.map(({ turn }) => turn.said).join('\n')
  return [{ turn: { said, calls: turns.flatMap(({ turn }) => turn.calls) } }, ...results]
}

/** With up to so many turns in one. What a turn refers to is not known of it any more, so no fidelity is measured. */
export const inParallel = (session: Session, most: number): Session => {
  if (most <= 1) return session
  const steps: RunMessage[] = []
  let turns: Turn[] = []
  let results: Result[] = []
  const flush = (): void => {
    steps.push(...merged(turns, results))
    turns = []
    results = []
  }
  for (const step of session.steps) {
    if ('result' in step) results.push(step)
    else if ('turn' in step) {
      const isFull = turns.length === most || turns.some(({ turn }) => turn.calls.length === 0)
      if (isFull) flush()
      turns.push(step)
    } else {
      flush()
      steps.push(step)
    }
  }
  flush()
  const first = steps.findIndex((step) => !('system' in step))
  const asked = steps.flatMap((step, index) => ('turn' in step && index > first ? [index] : []))
  return { ...session, unseen: false, steps, asked, anchors: [], numbers: [] }
}
