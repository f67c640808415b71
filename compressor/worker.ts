// The engines in a thread of the process that asks: for stages without an endpoint, and for the container of the service. Answers
// each question by its number. The thread that asks goes on streaming meanwhile. Nothing is warmed up: the first question would wait for
// it, and in hundreds of texts it takes as long as it saves.

import { parentPort } from 'node:worker_threads'
import type { CompressionReply, CompressionRequest } from '../core/compressor/contract.ts'
import { compressBatch, type ReportFailure } from './compress-batch.ts'
import { findEngine } from './registry.ts'

/** A question, or the news that nobody waits for its answer any more. */
export type ToWorker =
  | { readonly number: number; readonly request: CompressionRequest }
  | { readonly number: number; readonly abandoned: true }

export type FromWorker =
  | { readonly number: number; readonly reply: CompressionReply }
  | { readonly number: number; readonly failed: string }

const report: ReportFailure = (failure) =>
  process.stderr.write(`${JSON.stringify({ level: 'error', message: 'engine failed', ...failure })}\n`)

const answer = async (request: CompressionRequest, signal: AbortSignal): Promise<CompressionReply> => {
  const engine = findEngine(request.engine)
  if (engine === undefined) throw new RangeError('There is no engine of this name.')
  return compressBatch(engine, request, signal, report)
}

const waiting = new Map<number, AbortController>()

parentPort?.on('message', async (message: ToWorker) => {
  const { number } = message
  if ('abandoned' in message) return waiting.get(number)?.abort()
  const controller = new AbortController()
  waiting.set(number, controller)
  try {
    const said: FromWorker = { number, reply: await answer(message.request, controller.signal) }
    parentPort?.postMessage(said)
  } catch (error) {
    // Its name alone: a message may quote the text.
    const said: FromWorker = { number, failed: error instanceof Error ? error.name : 'unknown' }
    parentPort?.postMessage(said)
  } finally {
    waiting.delete(number)
  }
})
