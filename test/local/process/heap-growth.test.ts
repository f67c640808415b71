import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { expect, it, onTestFinished, vi } from 'vitest'
import { growthOf, keepHeapSmall } from '../../../local/process/heap-growth.ts'

vi.mock('node:v8', () => ({ getHeapStatistics: vi.fn(), setFlagsFromString: vi.fn() }))

const heapOf = (megabytes: number): void => {
  vi.mocked(getHeapStatistics).mockReturnValue({ used_heap_size: megabytes * 1e6 } as ReturnType<
    typeof getHeapStatistics
  >)
}

it('keeps a small heap to twice of what lives, a larger one to half as much again, and leaves a large one to V8', () => {
  expect([growthOf(30e6), growthOf(90e6), growthOf(500e6)]).toEqual([100, 50, 0])
})

it('looks again every second, and says what has changed', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  heapOf(30)
  keepHeapSmall()
  vi.advanceTimersByTime(5_000)
  expect(vi.mocked(setFlagsFromString).mock.calls).toEqual([['--heap-growing-percent=100']])

  heapOf(500)
  vi.advanceTimersByTime(1_000)
  heapOf(40)
  vi.advanceTimersByTime(1_000)
  expect(vi.mocked(setFlagsFromString).mock.calls.flat().slice(1)).toEqual([
    '--heap-growing-percent=0',
    '--heap-growing-percent=100',
  ])
})
