// Answers one `POST …/invocations` by its body. Knows nothing of sockets.

import { type CompressionRequest, compressionRequest } from '../core/compressor/contract.ts'
import { errorBody } from '../core/http/error-body.ts'
import { compressBatch, type ReportFailure } from './compress-batch.ts'
import { findEngine, selectableEngines } from './registry.ts'

export interface Answer {
  readonly status: number
  readonly body: string
}

/** A refusal in the service's one shape. */
export const refuse = (
  status: number,
  type: string,
  message: string,
  members: Readonly<Record<string, unknown>> = {},
): Answer => ({ status, body: errorBody(type, message, members) })

const invalid = (message: string, members?: Readonly<Record<string, unknown>>): Answer =>
  refuse(400, 'invalid_request_error', message, members)

const parse = (body: Uint8Array): CompressionRequest | Answer => {
  let json: unknown
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return invalid('The body is not JSON.')
  }
  const parsed = compressionRequest.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  if (field === '') return invalid('The body is not a JSON object.')
  return invalid(`${field}: ${issue?.message ?? 'wrong value'}`, { field })
}

/** Answers a body. `signal` aborts when nobody is waiting for the answer any more. */
export const answerInvocation = async (
  body: Uint8Array,
  signal: AbortSignal,
  report: ReportFailure,
): Promise<Answer> => {
  const request = parse(body)
  if ('status' in request) return request
  const engine = findEngine(request.engine)
  if (engine === undefined) {
    const message = `There is no engine of this name. Selectable: ${selectableEngines.join(', ')}.`
    return refuse(400, 'unknown_model', message, { available_models: selectableEngines })
  }
  return { status: 200, body: JSON.stringify(await compressBatch(engine, request, signal, report)) }
}
