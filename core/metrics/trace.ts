// The X-Ray document of an exchange: its steps, out of the receipt. Names and times only: a trace is read by more people
// than a ledger, and nothing in it comes from a request but the exchange's id.

import { createHash } from 'node:crypto'
import { defined } from '../collections/defined.ts'
import type { Receipt } from '../ledger/receipt.ts'

/** Where the platform wants the document to hang. */
interface TraceParent {
  readonly root: string
  readonly parent: string
}

const headerPattern = /^Root=(1-[0-9a-f]{8}-[0-9a-f]{24});Parent=([0-9a-f]{16});Sampled=1(?:;|$)/

/** `undefined` unless this request is sampled: then nothing is to be written. */
const parentFrom = (header: string | undefined): TraceParent | undefined => {
  const [, root, parent] = (header === undefined ? null : headerPattern.exec(header)) ?? []
  return root === undefined || parent === undefined ? undefined : { root, parent }
}

/** The same exchange has the same ids, however often it is told. */
const idOf = (...names: readonly string[]): string =>
  createHash('sha256').update(names.join('\u0000')).digest('hex').slice(0, 16)

/**
 * One subsegment for the exchange with one for each step in it, as X-Ray's daemon takes it; `undefined` when the request
 * is not sampled. `header`: the platform's trace header. Times in seconds since the epoch.
 */
export const traceDocument = (receipt: Receipt, header: string | undefined): object | undefined => {
  const to = parentFrom(header)
  if (to === undefined) return undefined
  const { exchangeId, route, outcome, status, provider } = receipt
  const start = Date.parse(receipt.receivedAt) / 1000
  let end = start
  const subsegments = Object.entries(receipt.millisecondsPerStep).map(([name, milliseconds]) => {
    const begin = end
    end += milliseconds / 1000
    return { name, id: idOf(exchangeId, name), start_time: begin, end_time: end }
  })
  const refused = status === 429 ? { throttle: true, error: true } : status >= 500 ? { fault: true } : { error: true }
  return {
    type: 'subsegment',
    name: 'exchange',
    id: idOf(exchangeId),
    trace_id: to.root,
    parent_id: to.parent,
    start_time: start,
    end_time: end,
    ...(status < 400 ? {} : refused),
    annotations: { exchangeId, route, outcome, status, ...defined({ provider }) },
    subsegments,
  }
}
