// Which invocation a log line belongs to. One environment of Lambda serves one at a time; on one machine they overlap, and each line
// names its own.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'aws-lambda'

/** As powertools and the platform call them. */
export interface InvocationIds {
  readonly function_name: string
  readonly function_request_id: string
}

const current = new AsyncLocalStorage<InvocationIds>()

/** Runs the whole of an invocation: what it starts belongs to it as well. */
export const asInvocation = <Result>(
  { functionName, awsRequestId }: Pick<Context, 'functionName' | 'awsRequestId'>,
  run: () => Result,
): Result => current.run({ function_name: functionName, function_request_id: awsRequestId }, run)

/** Of the invocation that asks; nothing outside of one. */
export const invocationIds = (): Partial<InvocationIds> => current.getStore() ?? {}
