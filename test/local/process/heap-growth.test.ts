import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'
import { expect, it, onTestFinished, vi } from 'vitest'
import { growthOf, keepHeapSmall } from '../../../local/process/heap-growth.ts'

it('keeps a small heap to twice of what lives, a larger one to half as much again, and leaves a large one to V8', () => {
  expect([growthOf(30e6), growthOf(90e6), growthOf(500e6)]).toEqual([100, 50, 0])
})

it('looks again every second, and says what has changed', () => {
  const looked = vi.spyOn(v8, 'getHeapStatistics')
  const said = vi.spyOn(v8, 'setFlagsFromString').mockReturnValue()
  syncBuiltinESMExports()
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const heapOf = (megabytes: number): void => {
    looked.mockReturnValue({ used_heap_size: megabytes * 1e6 } as ReturnType<typeof v8.getHeapStatistics>)
  }
  heapOf(30)
  keepHeapSmall()
  vi.advanceTimersByTime(5_000)
  expect(said.mock.calls).toEqual([['--heap-growing-percent=100']])

  heapOf(500)
  vi.advanceTimersByTime(1_000)
  heapOf(40)
  vi.advanceTimersByTime(1_000)
  expect(said.mock.calls.flat().slice(1)).toEqual(['--heap-growing-percent=0', '--heap-growing-percent=100'])
})
