// Alarms made of timers that do not keep the process alive.

import type { SetAlarm } from '../core/runtime/alarm.ts'

/** The longest delay that a timer accepts. No alarm of ours comes near it. */
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
