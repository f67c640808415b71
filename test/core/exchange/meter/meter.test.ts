// What meters hold of the answers that pass by, over all streams of a process.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialects } from '../../../../core/dialects/registry.ts'
import { exchange } from '../../../../core/exchange/exchange.ts'
import { type Meter, meterFor, meterMemory } from '../../../../core/exchange/meter/meter.ts'
import type { SharedBytes } from '../../../../core/runtime/shared-bytes.ts'
import { received, serviceInMemory, upstreamAnswer } from '../../../../testkit/memory/service-in-memory.ts'

/** Says how much is counted, and of how many. */
const counted = (mostBytes?: number): SharedBytes & { readonly now: { bytes: number; most: number; held: number } } => {
  const shared = meterMemory(mostBytes)
  const now = { bytes: 0, most: 0, held: 0 }
  return {
    now,
    begin(drop) {
      let own = 0
      const over = (): void => {
        if (own > 0) now.held -= 1
        now.bytes -= own
        own = 0
      }
      const share = shared.begin(() => {
        over()
        drop()
      })
      return {
        grow(bytes) {
          if (own === 0) now.held += 1
          own += bytes
          now.bytes += bytes
          share.grow(bytes)
          now.most = Math.max(now.most, now.bytes)
        },
        end() {
          over()
          share.end()
        },
      }
    },
  }
}

const nothing = { bytes: 0, held: 0 }
const fold = () => dialects.responses.usage()
const usage = { input_tokens: 9, output_tokens: 5 }
const completed = (characters: number): string =>
  JSON.stringify({ type: 'response.completed', response: { output: 'x'.repeat(characters), usage } })
const eventOf = (characters: number): Buffer => Buffer.from(`data: ${completed(characters)}\n\n`)

const inChunks = (meter: Meter, bytes: Uint8Array, size: number): void => {
  for (let at = 0; at < bytes.length; at += size) meter.push(bytes.subarray(at, at + size))
}

describe('what meters hold', () => {
  const answers = fc.record({
    type: fc.constantFrom('text/event-stream', 'application/json'),
    characters: fc.integer({ min: 0, max: 300_000 }),
    size: fc.integer({ min: 900, max: 200_000 }),
    cutAt: fc.double({ min: 0, max: 2, noNaN: true }),
  })
  const bytesOf = ({ type, characters, cutAt }: { type: string; characters: number; cutAt: number }): Buffer => {
    const whole = type === 'application/json' ? Buffer.from(completed(characters)) : eventOf(characters)
    return whole.subarray(0, Math.ceil(whole.length * cutAt))
  }

  it('is nothing once they have finished, and changes no report while there is room', () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 8 }), fc.boolean(), (several, isEnough) => {
        const memory = counted(isEnough ? 8_000_000 : 400_000)
        const running = several.map((answer) => ({
          bytes: bytesOf(answer),
          size: answer.size,
          meter: meterFor(fold(), answer.type, memory),
          alone: meterFor(fold(), answer.type, meterMemory()),
        }))
        for (let at = 0; running.some(({ bytes }) => at < bytes.length); at += 1_000)
          for (const { bytes, meter } of running) meter.push(bytes.subarray(at, at + 1_000))
        for (const { bytes, size, alone } of running) inChunks(alone, bytes, size)
        expect(memory.now.most).toBeLessThanOrEqual(isEnough ? 8_000_000 : 400_000)
        for (const { meter, alone } of running) {
          const reported = meter.finish()
          const expected = alone.finish()
          if (isEnough) expect(reported).toEqual(expected)
          else expect([expected, undefined]).toContainEqual(reported)
        }
        expect(memory.now).toMatchObject(nothing)
      }),
      { numRuns: 60 },
    )
  })

  it('is given back with every event', () => {
    const memory = counted()
    const meter = meterFor(fold(), 'text/event-stream', memory)
    const event = eventOf(500_000)
    for (let turn = 0; turn < 3; turn += 1) {
      inChunks(meter, event.subarray(0, -1), 16_384)
      expect(memory.now.held).toBe(1)
      meter.push(event.subarray(-1))
      expect(memory.now).toMatchObject(nothing)
    }
    expect(meter.finish()).toMatchObject({ inputTokens: 9 })
  })

  it('is bounded over 180 streams at once, and the newest are metered', () => {
    const memory = counted()
    const meters = Array.from({ length: 180 }, (_, index) =>
      meterFor(fold(), index % 2 === 0 ? 'text/event-stream' : 'application/json', memory),
    )
    const begun = Buffer.from(`data: ${'x'.repeat(2_000_000)}`)
    for (const meter of meters) inChunks(meter, begun, 65_536)
    expect(memory.now.most).toBeLessThanOrEqual(32_000_000)

    const late = meterFor(fold(), 'text/event-stream', memory)
    inChunks(late, eventOf(5_000_000), 65_536)
    expect(late.finish()).toMatchObject({ inputTokens: 9 })
    for (const meter of meters) meter.finish()
    expect(memory.now).toMatchObject(nothing)
  })

  it.each(['text/event-stream', 'application/json'])('of %s is nothing where a meter breaks', (type) => {
    const memory = counted()
    const broken = {
      ...fold(),
      add: () => {},
      result: () => {
        throw new Error('broken')
      },
    }
    const meter = meterFor(broken, type, memory)
    inChunks(meter, eventOf(100_000).subarray(0, 90_000), 1_000)
    expect(memory.now.held).toBe(1)
    expect(meter.finish()).toBeUndefined()
    inChunks(meter, eventOf(100_000), 1_000)
    expect(memory.now).toMatchObject(nothing)
  })
})

describe('what an answer reports', () => {
  const reportOf = (type: string, ...objects: readonly object[]) => {
    const meter = meterFor(dialects['chat-completions'].usage(), type, meterMemory())
    for (const object of objects)
      meter.push(Buffer.from(/event/i.test(type) ? `data: ${JSON.stringify(object)}\n\n` : JSON.stringify(object)))
    return meter.finish()
  }
  const error = { error: { message: 'overloaded' }, usage: null }
  const used = { usage: { prompt_tokens: 9, completion_tokens: 5 } }

  it('is that it was not served where it begins with an error, and not where it ends with one', () => {
    expect(reportOf('application/json', error)).toBe('not-served')
    expect(reportOf('text/event-stream', error)).toBe('not-served')
    expect(reportOf('text/event-stream', { usage: null, choices: [] }, error)).toBeUndefined()
    expect(reportOf('text/event-stream', used, error)).toMatchObject({ inputTokens: 9 })
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/vnd.api+json', 'TEXT/Event-Stream'])(
    'is read of %s',
    (type) => {
      expect(reportOf(type, used)).toMatchObject({ inputTokens: 9, outputTokens: 5 })
    },
  )
})

describe('an exchange', () => {
  it.each([
    { name: 'whole', chunks: [eventOf(100_000)], inputTokens: 9 },
    { name: 'broken within an event', chunks: [eventOf(100_000).subarray(0, 90_000), new Error('reset')] },
  ])('that ends $name leaves nothing held', async ({ chunks, inputTokens }) => {
    const memory = counted()
    const service = serviceInMemory({
      upstream: () => upstreamAnswer(200, chunks, [['content-type', 'text/event-stream']]),
    })
    const deployment = { ...service.deployment, meterMemory: memory }
    const reply = await exchange({ name: 'messages', dialect: dialects.responses }, deployment)(service.request())
    await received(reply).catch(() => {})

    const [receipt] = service.receipts.values()
    expect(receipt?.usage?.inputTokens).toBe(inputTokens)
    expect(memory.now).toMatchObject(nothing)
  })
})
