// Calls the compressor through SageMaker's InvokeEndpoint, once and without retry, and validates the answer against the
// contract.

import {
  InvokeEndpointCommand,
  SageMakerRuntimeClient,
  SageMakerRuntimeServiceException,
} from '@aws-sdk/client-sagemaker-runtime'
import { type Compressor, CompressorFailed } from '../../core/compressor/compressor.ts'
import { type CompressionReply, compressionReply } from '../../core/compressor/contract.ts'

export interface SageMakerCompressorOptions {
  /** Public name of a compressor -> name of the endpoint that serves it. */
  readonly endpoints: Readonly<Record<string, string>>
  /** @default a client with the SDK's own endpoint, region and credentials */
  readonly client?: SageMakerRuntimeClient
}

/** Errors of the container or of a throttled endpoint, which the request reached. With any other error it never arrived. */
const wasReached = (error: unknown): boolean =>
  error instanceof SageMakerRuntimeServiceException && error.$metadata.httpStatusCode !== undefined

const parseReply = (body: Uint8Array): CompressionReply => {
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
        // An abandoned call may have arrived; nobody can tell.
        throw new CompressorFailed('the compressor did not answer', wasReached(error) || signal.aborted, error)
      }
    },
  }
}
