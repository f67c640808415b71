// Calls the compressor through SageMaker's InvokeEndpoint, once and without retry, and validates the answer against the
// contract.

import { InvokeEndpointCommand, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime'
import { type Compressor, CompressorFailed } from '../../core/compressor/compressor.ts'
import { type CompressionReply, compressionReply, maxInvocationBytes } from '../../core/compressor/contract.ts'

export interface SageMakerCompressorOptions {
  /** Public name of a compressor -> name of the endpoint that serves it. */
  readonly endpoints: Readonly<Record<string, string>>
  /** @default a client with the SDK's own endpoint, region and credentials */
  readonly client?: SageMakerRuntimeClient
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

const parseReply = (body: Uint8Array): CompressionReply => {
  if (body.byteLength > maxInvocationBytes) throw new CompressorFailed('the compressor’s answer is too long', true)
  try {
    return compressionReply.parse(JSON.parse(Buffer.from(body).toString('utf8')))
  } catch (error) {
    throw new CompressorFailed('the compressor’s answer is not of the contract', true, error)
  }
}

/** The endpoint of an alias or of one of its pinned versions. Engines that every container has use the first endpoint. */
const endpointOf = (endpoints: Readonly<Record<string, string>>, engine: string): string | undefined => {
  const alias = Object.keys(endpoints).find((name) => engine === name || engine.startsWith(`${name}.`))
  return alias === undefined ? Object.values(endpoints)[0] : endpoints[alias]
}

/** See `Compressor`. */
export const sageMakerCompressor = ({ endpoints, client }: SageMakerCompressorOptions): Compressor => {
  const runtime = client ?? new SageMakerRuntimeClient({ maxAttempts: 1 })
  return {
    available: Object.keys(endpoints),
    async compress(request, signal) {
      const endpoint = endpointOf(endpoints, request.engine)
      if (endpoint === undefined) throw new CompressorFailed('no compressor is deployed', false)
      const command = new InvokeEndpointCommand({
        EndpointName: endpoint,
        ContentType: 'application/json',
        Accept: 'application/json',
        Body: Buffer.from(JSON.stringify(request)),
      })
      try {
        const answer = await runtime.send(command, { abortSignal: signal })
        return parseReply(answer.Body ?? new Uint8Array())
      } catch (error) {
        if (error instanceof CompressorFailed) throw error
        throw new CompressorFailed('the compressor did not answer', !wentNowhere(error), error)
      }
    },
  }
}
