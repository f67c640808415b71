import { describe, expect, it } from 'vitest'
import { type FunctionUrlEvent, inboundFrom } from '../../../lambdas/platform/event.ts'

const eventWith = (body: Partial<FunctionUrlEvent>): FunctionUrlEvent => ({
  rawPath: '/provider-a/v1/messages',
  rawQueryString: '',
  headers: {},
  requestContext: { http: { method: 'POST' } },
  isBase64Encoded: false,
  ...body,
})
const bodyOf = (event: FunctionUrlEvent) => inboundFrom(event, 'id', 0, 1).body

it('an event is a request with its names in small letters, received now', () => {
  const headers = { 'X-Api-Key': 'k', absent: undefined }
  const event = eventWith({ body: '{}', headers, rawQueryString: 'beta=true' })
  expect(inboundFrom(event, 'id', 1, 2)).toEqual({
    ...{ id: 'id', receivedAt: 1, deadline: 2, method: 'POST', path: '/provider-a/v1/messages', query: 'beta=true' },
    ...{ headers: { 'x-api-key': 'k' }, body: '{}' },
  })
  const own = { 'x-api-key': 'k' }
  expect(inboundFrom(eventWith({ bytes: Buffer.from('{}'), headers: own }), 'id', 1, 2).headers).toBe(own)
})

describe('the body of an event', () => {
  it('is its text, or the text or bytes that its base64 holds', () => {
    expect(bodyOf(eventWith({ body: '{"a":"ü"}' }))).toBe('{"a":"ü"}')
    const encoded = (bytes: Uint8Array) =>
      bodyOf(eventWith({ body: Buffer.from(bytes).toString('base64'), isBase64Encoded: true }))
    expect(encoded(Buffer.from('{"a":"ü"}'))).toBe('{"a":"ü"}')
    expect(encoded(Buffer.from([0x7b, 0xff]))).toEqual(Buffer.from([0x7b, 0xff]))
  })

  it('is its bytes, where the platform is this process', () => {
    const bytes = Buffer.from('{"a":"ü"}')
    expect(bodyOf(eventWith({ bytes }))).toBe(bytes)
  })

  it("is the exchange's own, where it is bytes that the platform has let go of", () => {
    expect(inboundFrom(eventWith({ bytes: Buffer.from('{}') }), 'id', 0, 1).ownsBody).toBe(true)
    expect(inboundFrom(eventWith({ body: '{}' }), 'id', 0, 1).ownsBody).toBeUndefined()
  })

  it('is held by the event no longer', () => {
    for (const event of [eventWith({ body: 'text' }), eventWith({ bytes: Buffer.from('text') })]) {
      inboundFrom(event, 'id', 0, 1)
      expect([event.body, event.bytes]).toEqual(['', undefined])
    }
  })
})
