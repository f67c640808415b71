// An error that a service of AWS has answered with, and which failures are worth a second attempt: the SDK's own lists.

import { objectOf } from '../../core/json/object.ts'

/** Named as the service names it. */
export class AwsError extends Error {
  override readonly name: string
  /** HTTP status of the answer. */
  readonly status: number
  /** What else the answer says, as it came. */
  readonly details: Readonly<Record<string, unknown>>
  /** The service's clock, as it says it. */
  readonly date: string | undefined

  constructor(name: string, status: number, details: Readonly<Record<string, unknown>> = {}, date?: string) {
    const said = details.message ?? details.Message
    super(typeof said === 'string' ? said : name)
    this.name = name
    this.status = status
    this.details = details
    this.date = date
  }
}

/** The name of an answer that something in between has given: no JSON, or an error without a name. */
export const unreadable = 'UnreadableAnswer'

/** The name in `com.amazonaws.dynamodb.v20120810#ValidationException` or `ValidationException:http://…`. */
const shortName = (type: string): string => type.replace(/^.*#/, '').replace(/:.*$/, '')

/** The error in an answer: its name stands in a header or in the body. */
export const errorIn = (status: number, header: string | undefined, body: unknown, date?: string): AwsError => {
  const details = objectOf(body)
  const { __type: type = header ?? details.code ?? unreadable } = details
  return new AwsError(shortName(String(type)), status, details, date)
}

const throttling: ReadonlySet<string> = new Set([
  'LimitExceededException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
  'TransactionInProgressException',
])

/** Why a transaction of DynamoDB was not made, of each of its writes: that too much is asked of a table. */
const throttlingReasons: ReadonlySet<unknown> = new Set(['ProvisionedThroughputExceeded', 'ThrottlingError'])

const isCancelledByThrottling = (error: Error): boolean => {
  const reasons = error instanceof AwsError ? error.details.CancellationReasons : undefined
  return Array.isArray(reasons) && reasons.some((reason) => throttlingReasons.has(reason?.Code))
}

/** Whether the service says that it was asked too often. */
export const isThrottling = (error: Error): boolean => throttling.has(error.name) || isCancelledByThrottling(error)

const transientStatus: ReadonlySet<number> = new Set([500, 502, 503, 504])
const transientCodes: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
])

/** Whether the connection failed, and how is all that is known. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && transientCodes.has(error.code)

/** Whether the same request may succeed a moment later. */
export const isTransient = (error: unknown): boolean =>
  isBroken(error) || (error instanceof AwsError && (isThrottling(error) || transientStatus.has(error.status)))

const ofTime: ReadonlySet<string> = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
])

/** Whether a wrong clock may be why. */
export const mayBeOfTime = (error: unknown): error is AwsError => error instanceof AwsError && ofTime.has(error.name)
