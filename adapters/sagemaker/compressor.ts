// Calls the compressor through SageMaker's InvokeEndpoint, once and without retry, and validates the answer against the
// contract.

import { type Compressor, CompressorFailed } from '../../core/compressor/compressor.ts'
import { type CompressionReply, compressionReply } from '../../core/compressor/contract.ts'
import { parsedReply } from '../../core/compressor/reply-text.ts'
import type { GivenConfiguration } from '../aws/configuration.ts'
import { openService, type Service } from '../aws/service.ts'

export interface SageMakerCompressorOptions {
  /** Public name of a compressor -> name of the endpoint that serves it. */
  readonly endpoints: Readonly<Record<string, string>>
  /** @default `sageMakerRuntime()` */
  readonly service?: Service
}

/** Failures of `connect` and of the look-up of a name, as Node calls them. */
const withoutConnection: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const connecting: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])

/**
 * Whether the request surely went nowhere: it could not be signed, or no connection was made. After any other failure it may
 * have been worked on, whatever the error looks like: a broken connection, half an answer, an answer that is not JSON.
 */
const wentNowhere = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  const syscall = 'syscall' in error ? error.syscall : undefined
  return error.name === 'CredentialsProviderError' || withoutConnection.has(code) || connecting.has(syscall)
}

const parseReply = (answer: unknown): CompressionReply => {
  const parsed = compressionReply.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new CompressorFailed('the compressor’s answer is not of the contract', true, parsed.error)
}

/** The endpoint of an alias or of one of its pinned versions. Engines that every container has use the first endpoint. */
const endpointOf = (endpoints: Readonly<Record<string, string>>, engine: string): string | undefined => {
  const alias = Object.keys(endpoints).find((name) => engine === name || engine.startsWith(`${name}.`))
  return alias === undefined ? Object.values(endpoints)[0] : endpoints[alias]
}

/** SageMaker, asked once for each batch: what is repeated may have been worked on twice. */
export const sageMakerRuntime = (given: GivenConfiguration = {}): Service =>
  openService({ ...given, service: 'sagemaker', id: 'SAGEMAKER_RUNTIME', prefix: 'runtime.sagemaker', attempts: 1 })

/** See `Compressor`. */
export const sageMakerCompressor = (options: SageMakerCompressorOptions): Compressor => {
  const { endpoints, service = sageMakerRuntime() } = options
  return {
    available: Object.keys(endpoints),
    async compress(request, signal) {
      const endpoint = endpointOf(endpoints, request.engine)
      if (endpoint === undefined) throw new CompressorFailed('no compressor is deployed', false)
      const question = {
        path: `/endpoints/${encodeURIComponent(endpoint)}/invocations`,
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(request),
        read: parsedReply,
      }
      try {
        return parseReply(await service.ask(question, { abortSignal: signal }))
      } catch (error) {
        if (error instanceof CompressorFailed) throw error
        throw new CompressorFailed('the compressor did not answer', !wentNowhere(error), error)
      }
    },
  }
}
