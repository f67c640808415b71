// Calls DynamoDB: one client, a deadline for every call, and one meaning of "unreachable". Knows no table. Endpoint, region
// and credentials come from where the SDK finds them unless they are given.

import type { DeploymentSecrets } from '../../core/access/keys/deployment-secrets.ts'
import { StoreBusy, StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { AwsError, isThrottling, unreadable } from '../aws/aws-error.ts'
import { openService } from '../aws/service.ts'
import { setAlarm } from '../process/alarm.ts'
import type { Command } from './commands.ts'
import { type Documents, documentsOver, operateThrough } from './documents.ts'

export interface TableOptions {
  readonly tablePrefix: string
  /** Deadline of one call with its retry: enough for the first connection of a cold start. @default 1,500 */
  readonly deadlineMilliseconds?: number
  /** What the digests in the tables are keyed by. @default nothing */
  readonly secrets?: DeploymentSecrets
}

export interface DynamoOptions extends TableOptions {
  readonly endpoint?: string
  readonly region?: string
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

/** What every adapter of this folder uses. */
export interface Dynamo {
  readonly documents: Documents
  readonly tablePrefix: string
  readonly deadlineMilliseconds: number
  readonly secrets: DeploymentSecrets
  /** Closes its connections. */
  close(): void
}

/** The tables of a deployment, wherever their documents are. */
export const dynamoOver = (documents: Documents, options: TableOptions, close = (): void => {}): Dynamo => {
  const { tablePrefix, deadlineMilliseconds = 1_500, secrets = async () => [] } = options
  return { documents, tablePrefix, deadlineMilliseconds, secrets, close }
}

/** Makes the client for all tables of a deployment, once per process. */
export const openDynamo = ({ endpoint, region, credentials, ...options }: DynamoOptions): Dynamo => {
  const service = openService({ service: 'dynamodb', id: 'DYNAMODB', endpoint, region, credentials })
  return dynamoOver(documentsOver(operateThrough(service)), options, service.close)
}

const silent = new Set([
  ...['AbortError', 'TimeoutError', 'CredentialsProviderError'],
  // Where roles cannot be renewed, the SDK's chain goes on with what it has, and that is refused.
  ...['ExpiredTokenException', 'UnrecognizedClientException'],
])

/** Whether an error says nothing about the items: transport, time limit, credentials, throttling, or a fault of the store. */
const unanswered = (error: Error): boolean => {
  if (silent.has(error.name) || isThrottling(error)) return true
  // Node's errors of sockets, names and broken HTTP, also in the middle of an answer.
  if ('code' in error && typeof error.code === 'string' && /^(?!ERR_)(E[A-Z]|HPE_)/.test(error.code)) return true
  return error instanceof AwsError && (error.status >= 500 || error.name === unreadable)
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
    if (isThrottling(error)) throw new StoreBusy('DynamoDB takes no more of this key or table now.', { cause: error })
    throw new StoreUnreachable('DynamoDB did not answer.', { cause: error })
  } finally {
    alarm.clear()
  }
}

/** Sends one command so. */
export const send = <Answer>(
  dynamo: Pick<Dynamo, 'documents' | 'deadlineMilliseconds'>,
  command: Command<Answer>,
): Promise<Answer> => ask(dynamo, (options) => dynamo.documents.send(command, options))
