import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { doneTogether, gatheredLines } from '../../adapters/lines.ts'
import { GatheringLogger, powertoolsLog } from '../../adapters/logger.ts'

const writing = () => {
  const writes: string[] = []
  return { writes, lines: gatheredLines((text) => writes.push(text)) }
}

describe('gathered lines', () => {
  it('are written together, in order, and once', () => {
    const { writes, lines } = writing()
    lines.add('one\n')
    lines.add('two\n')
    expect(writes).toEqual([])

    lines.flush()
    lines.flush()

    expect(writes).toEqual(['one\ntwo\n'])
  })

  it('are written before they fill the memory', () => {
    const { writes, lines } = writing()
    for (let line = 0; line < 100; line += 1) lines.add(`${'x'.repeat(1_023)}\n`)

    expect(writes).toHaveLength(1)
  })

  it('that nobody takes are lost without an error', () => {
    const lines = gatheredLines(() => {
      throw new Error('closed')
    })
    lines.add('one\n')

    expect(() => lines.flush()).not.toThrow()
  })
})

describe('what is done together', () => {
  it('is done at once where nothing may wait', () => {
    const work = vi.fn()
    const ask = doneTogether(work, 0)
    ask()
    ask()
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is done once for all who ask in time, and again for those who ask later', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const work = vi.fn()
    const ask = doneTogether(work, 100)
    onTestFinished(() => void process.off('exit', work))
    ask()
    vi.advanceTimersByTime(99)
    ask()
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_000)
    expect(work).toHaveBeenCalledTimes(1)
    ask()
    vi.advanceTimersByTime(100)
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('is done when the process ends', () => {
    const work = vi.fn()
    doneTogether(work, 100)
    expect(process.listeners('exit')).toContain(work)
    process.off('exit', work)
  })
})

describe('the log', () => {
  it('gathers a line of information as powertools writes it', () => {
    const { writes, lines } = writing()
    const log = powertoolsLog(new GatheringLogger('blue-proxy', lines), () => ({ function_request_id: 'r' }))

    log.info('exchange', { receipt: { status: 200 } })
    expect(writes).toEqual([])
    lines.flush()

    expect(writes.map((text) => JSON.parse(text))).toMatchObject([
      { level: 'INFO', message: 'exchange', service: 'blue-proxy', function_request_id: 'r', receipt: { status: 200 } },
    ])
  })
})
