// Alarms made of timers that do not keep the process alive. The only timer that decides whether something outside answered
// in time.

import type { SetAlarm } from '../../core/runtime/alarm.ts'

/** The longest delay that a timer accepts. No alarm of ours comes near it. */
const maxMilliseconds = 2_147_483_647

/** A timer that fires later than this was kept waiting by work of this process. */
const lateMilliseconds = 20

/**
 * What a late timer gives the loop before it fires, once. Timers come before sockets: an answer that arrived while the
 * process was busy is still unread when the timer fires, and must not be taken for silence.
 */
const graceMilliseconds = 100

export const setAlarm: SetAlarm = (milliseconds) => {
  const controller = new AbortController()
  if (milliseconds <= 0) {
    controller.abort()
    return { signal: controller.signal, clear: () => {} }
  }
  const delay = Math.min(milliseconds, maxMilliseconds)
  const due = performance.now() + delay
  const fire = (): void => controller.abort()
  const judge = (): void => {
    const late = performance.now() - due
    if (late <= lateMilliseconds) fire()
    else timer = setTimeout(fire, Math.min(late, graceMilliseconds)).unref()
  }
  let timer = setTimeout(judge, delay).unref()
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
