// Alarms by timers that keep no process alive.

import type { SetAlarm } from '../core/runtime/alarm.ts'

/** Longest delay that a timer takes; none of ours comes near it. */
const maxMilliseconds = 2_147_483_647

export const setAlarm: SetAlarm = (milliseconds) => {
  const controller = new AbortController()
  if (milliseconds <= 0) {
    controller.abort()
    return { signal: controller.signal, clear: () => {} }
  }
  const timer = setTimeout(() => controller.abort(), Math.min(milliseconds, maxMilliseconds)).unref()
  return { signal: controller.signal, clear: () => clearTimeout(timer) }
}
