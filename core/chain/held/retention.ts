// How long an upstream was seen to keep what it had cached, over all conversations of an account. An automatic cache may keep an entry for
// minutes or for a day; which it is shows when a conversation goes on after a pause.

import * as z from 'zod/mini'
import { margin } from '../../caches/rules.ts'
import { pauseSeen, type Reading } from './evidence.ts'

/** So many conversations must have been forgotten, and none kept for as long. */
const enough = 3

const retention = z.object({
  /** The longest pause after which a conversation was still read, in milliseconds. */
  keptForMs: z.number().check(z.nonnegative()),
  /** The shortest pauses longer than that after which one was not, in order. */
  goneAfterMs: z.array(z.number().check(z.nonnegative())).check(z.maxLength(enough)),
})
export type Retention = Readonly<z.infer<typeof retention>>

export const noRetention: Retention = { keptForMs: 0, goneAfterMs: [] }

/** Whatever rested for longer is forgotten, in milliseconds. Infinite: nobody knows. */
export const forgottenAfterMs = ({ keptForMs, goneAfterMs }: Retention): number =>
  Math.max(goneAfterMs[enough - 1] ?? Number.POSITIVE_INFINITY, margin * keptForMs)

/** Whether whatever rested for so long is forgotten. */
export const isForgottenAfter = (retention: Retention, restMs: number): boolean => restMs >= forgottenAfterMs(retention)

/**
 * What one more report says. A conversation that was never read may be in another cache than the one that was asked: it has shown nothing of
 * how long either keeps it.
 */
export const retentionAfter = (before: Retention, reading: Reading): Retention => {
  const { pauseMs, wasRead } = reading
  const seen = pauseSeen(reading)
  if (seen === 'kept' && pauseMs > before.keptForMs)
    return { keptForMs: pauseMs, goneAfterMs: before.goneAfterMs.filter((goneMs) => goneMs > pauseMs) }
  if (seen === 'gone' && wasRead && pauseMs > before.keptForMs)
    return {
      ...before,
      goneAfterMs: [...before.goneAfterMs, pauseMs].sort((one, other) => one - other).slice(0, enough),
    }
  return before
}

export const encodeRetention = (state: Retention): Uint8Array => Buffer.from(JSON.stringify(state), 'utf8')

/** Throws when the bytes say something else. */
export const decodeRetention = (bytes: Uint8Array): Retention =>
  retention.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
