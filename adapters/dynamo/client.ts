// Calls DynamoDB: one client, a deadline for every call, and one meaning of "unreachable". Knows no table. Endpoint, region
// and credentials come from the SDK's own configuration unless they are given.

import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { defined } from '../../core/collections/defined.ts'
import { StoreBusy, StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { setAlarm } from '../alarm.ts'

export interface DynamoOptions {
  readonly tablePrefix: string
  /** Deadline of one call with its retry: enough for the first connection of a cold start. @default 1,500 */
  readonly deadlineMilliseconds?: number
  readonly endpoint?: string
  readonly region?: string
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** What every adapter of this folder uses. */
export interface Dynamo {
  readonly documents: DynamoDBDocumentClient
  readonly tablePrefix: string
  readonly deadlineMilliseconds: number
  /** Closes its connections. */
  close(): void
}

/** Makes the client for all tables of a deployment, once per process. */
export const openDynamo = (options: DynamoOptions): Dynamo => {
  const { tablePrefix, deadlineMilliseconds = 1_500, endpoint, region, credentials } = options
  const config: DynamoDBClientConfig = {
    // The second attempt is for a socket that died while the environment was frozen.
    maxAttempts: 2,
    ...defined({ endpoint, region, credentials }),
  }
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(config), {
    marshallOptions: { removeUndefinedValues: true },
  })
  return { documents, tablePrefix, deadlineMilliseconds, close: () => documents.destroy() }
}

const throttled = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'LimitExceededException',
])
const silent = new Set(['AbortError', 'TimeoutError', 'CredentialsProviderError'])

const statusOf = (error: object): number | undefined => {
  if (!('$metadata' in error) || typeof error.$metadata !== 'object' || error.$metadata === null) return undefined
  if (!('httpStatusCode' in error.$metadata)) return undefined
  return typeof error.$metadata.httpStatusCode === 'number' ? error.$metadata.httpStatusCode : undefined
}

/** Whether an error says nothing about the items: transport, time limit, throttling, or a fault of the store. */
const unanswered = (error: Error): boolean => {
  if (silent.has(error.name) || throttled.has(error.name)) return true
  // Node's errors of sockets, names and broken HTTP, also in the middle of an answer.
  if ('code' in error && typeof error.code === 'string' && /^(?!ERR_)(E[A-Z]|HPE_)/.test(error.code)) return true
  const status = statusOf(error)
  return status !== undefined && (status >= 500 || error instanceof SyntaxError)
}

/**
 * Runs one call within the client's deadline. Throws `StoreUnreachable` if no answer comes. An answer that is an error (a
 * failed condition, a validation error, a missing table) is thrown unchanged: it must not look like an outage.
 */
export const ask = async <Answer>(
  { deadlineMilliseconds }: Pick<Dynamo, 'deadlineMilliseconds'>,
  call: (options: { readonly abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> => {
  const alarm = setAlarm(deadlineMilliseconds)
  try {
    return await call({ abortSignal: alarm.signal })
  } catch (error) {
    if (!(error instanceof Error) || !unanswered(error)) throw error
    if (throttled.has(error.name))
      throw new StoreBusy('DynamoDB takes no more of this key or table now.', { cause: error })
    throw new StoreUnreachable('DynamoDB did not answer.', { cause: error })
  } finally {
    alarm.clear()
  }
}
