// The document about an exchange that X-Ray gets.

import { describe, expect, it } from 'vitest'
import { traceDocument } from '../../../core/metrics/trace.ts'
import { aReceipt } from '../../adapters/dynamo/receipts.ts'

const root = '1-5759e988-bd862e3fe1be46a994272793'
const parent = '53995c3f42cd8ad8'
const sampled = `Root=${root};Parent=${parent};Sampled=1;Lineage=1:a87bd80c:0`
const receipt = aReceipt({ millisecondsPerStep: { authenticate: 1, compact: 4, forward: 300, relay: 1695 } })

describe('a sampled exchange', () => {
  it('is a child of the invocation, with one subsegment after another for its steps', () => {
    const start = Date.parse(receipt.receivedAt) / 1000

    expect(traceDocument(receipt, sampled)).toMatchObject({
      type: 'subsegment',
      trace_id: root,
      parent_id: parent,
      start_time: start,
      end_time: expect.closeTo(start + 2, 5),
      annotations: { exchangeId: receipt.exchangeId, route: 'messages', outcome: 'compacted', status: 200 },
      subsegments: [
        { name: 'authenticate', start_time: start, end_time: expect.closeTo(start + 0.001, 5) },
        { name: 'compact', start_time: expect.closeTo(start + 0.001, 5), end_time: expect.closeTo(start + 0.005, 5) },
        { name: 'forward' },
        { name: 'relay', end_time: expect.closeTo(start + 2, 5) },
      ],
    })
  })

  it('has distinct ids of 16 hexadecimal digits', () => {
    const text = JSON.stringify(traceDocument(receipt, sampled))
    const ids = [...text.matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id)

    expect(ids).toHaveLength(5)
    expect(new Set(ids).size).toBe(5)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{16}$/)
  })

  it.each([
    [429, { throttle: true, error: true }],
    [400, { error: true }],
    [502, { fault: true }],
  ])('with status %d is marked as such', (status, said) => {
    expect(traceDocument(aReceipt({ status }), sampled)).toMatchObject(said)
  })

  it('names no account, key, session, host or model', () => {
    const canary = 'canary'
    const secretive = aReceipt({
      accountId: canary,
      keyId: canary,
      sessionId: canary,
      upstreamHost: canary,
      upstreamKeyFingerprint: canary,
      model: canary,
    })
    expect(JSON.stringify(traceDocument(secretive, sampled))).not.toContain(canary)
  })
})

it.each([
  undefined,
  '',
  `Root=${root};Parent=${parent};Sampled=0`,
  `Root=${root};Sampled=1`,
  `Root=1-x;Parent=${parent};Sampled=1`,
])('there is no document for the header %s', (header) => {
  expect(traceDocument(receipt, header)).toBeUndefined()
})
