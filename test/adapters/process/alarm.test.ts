import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { setAlarm } from '../../../adapters/process/alarm.ts'

const blockFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}
const firing = (signal: AbortSignal): Promise<number> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(performance.now()), { once: true }))

describe('an alarm', () => {
  it('fires when it is due', async () => {
    const started = performance.now()
    expect((await firing(setAlarm(30).signal)) - started).toBeLessThan(300)
  })

  it('fires at once when there is no time left', () => {
    expect(setAlarm(0).signal.aborted).toBe(true)
  })

  it('does not fire once it is cleared', async () => {
    const { signal, clear } = setAlarm(5)
    clear()
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(signal.aborted).toBe(false)
  })

  it('leaves the loop time to read what arrived while the process was busy', async () => {
    const { signal, clear } = setAlarm(20)
    blockFor(200)
    await nextTurn()
    await nextTurn()
    expect(signal.aborted).toBe(false)
    clear()
  })

  it('fires soon after, when nothing has arrived', async () => {
    const { signal } = setAlarm(20)
    blockFor(200)
    const busyUntil = performance.now()
    expect((await firing(signal)) - busyUntil).toBeLessThan(400)
  })
})
