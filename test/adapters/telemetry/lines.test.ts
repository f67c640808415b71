import { Logger, type LogItem } from '@aws-lambda-powertools/logger'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { doneTogether, gatheredLines } from '../../../adapters/telemetry/lines.ts'
import { GatheringLogger, powertoolsLog } from '../../../adapters/telemetry/logger.ts'

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

/** What powertools writes by itself. */
class PlainLogger extends Logger {
  line = ''
  protected override printLog(_level: number, item: LogItem): void {
    item.prepareForPrint()
    this.line = JSON.stringify(item.getAttributes(), this.getJsonReplacer())
  }
}

describe('the log', () => {
  it('has the lines that powertools writes by itself', () => {
    vi.useFakeTimers()
    // Powertools writes the time of the machine's zone where it is said, and we do not.
    vi.stubEnv('TZ', 'UTC')
    vi.stubEnv('_X_AMZN_TRACE_ID', 'Root=1-5759e988-bd862e3fe1be46a994272793')
    const { writes, lines } = writing()
    const plain = new PlainLogger({ serviceName: 'blue-proxy' })
    const fields = { exchangeId: 'e', receipt: { status: 200, usage: { inputTokens: 1 }, estimated: false } }

    const header = (): string | undefined => process.env._X_AMZN_TRACE_ID
    powertoolsLog(new GatheringLogger('blue-proxy', lines, header)).info('exchange', fields)
    powertoolsLog(plain).info('exchange', fields)
    lines.flush()

    expect(writes).toEqual([`${plain.line}\n`])
    vi.unstubAllEnvs()
    vi.useRealTimers()
  })

  it('has no line of information where the operator wants none', () => {
    vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'WARN')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { writes, lines } = writing()
    powertoolsLog(new GatheringLogger('blue-proxy', lines)).info('exchange', { status: 200 })
    lines.flush()

    expect(writes).toEqual([])
  })

  const circular: Record<string, unknown> = { name: 'circular' }
  circular.itself = circular
  const withoutText = {
    get name() {
      throw new Error('no name')
    },
  }
  it.each([
    ['a bigint', { value: 1n }, { value: '1' }],
    ['an object within itself', { value: circular }, { value: { name: 'circular' } }],
    ['a value that throws', { value: withoutText }, {}],
    ['a field that throws', withoutText, {}],
  ])('writes a line with %s', (_name, fields, expected) => {
    const { writes, lines } = writing()
    const logger = new GatheringLogger('blue-proxy', lines)
    const printed = vi.fn()
    Object.assign(logger, { console: { warn: printed, error: printed } })
    const log = powertoolsLog(logger, () => ({ function_request_id: 'r' }))

    log.info('exchange', fields)
    log.warn('exchange', fields)
    log.error('exchange', fields)
    lines.flush()

    for (const text of [...writes, ...printed.mock.calls.flat()])
      expect(JSON.parse(text)).toMatchObject({ message: 'exchange', function_request_id: 'r', ...expected })
    expect([writes.length, printed.mock.calls.length]).toEqual([1, 2])
  })

  it('fails nothing where no line can be written', () => {
    const { lines } = writing()
    const logger = new GatheringLogger('blue-proxy', lines)
    const closed = (): never => {
      throw new Error('closed')
    }
    Object.assign(logger, { console: { warn: closed, error: closed } })

    expect(() => powertoolsLog(logger).error('refused', {})).not.toThrow()
  })

  it('gathers a line of information until it is written with others', () => {
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
