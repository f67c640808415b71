import { describe, expect, it } from 'vitest'
import { gatheredLines } from '../../adapters/lines.ts'
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
