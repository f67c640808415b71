// The embedded store for the process that holds it: the same commands and the same errors as through its endpoint, without sockets.

import { AwsError, errorIn } from '../aws/aws-error.ts'
import { before } from '../aws/before.ts'
import { type Documents, documentsOver } from '../dynamo/documents.ts'
import type { Answer } from './operations.ts'
import { StoreRefused } from './refused.ts'

/** As a client of the endpoint gets it. */
const asAnswered = (error: unknown): AwsError =>
  error instanceof StoreRefused ? errorIn(400, undefined, error.body) : new AwsError('InternalFailure', 500)

/** See `Documents`. */
export const embeddedDocuments = (answer: Answer): Documents =>
  documentsOver(async (operation, input, { abortSignal, heard }) => {
    try {
      const answered = await before(abortSignal, answer(operation, input))
      // The store's clock is read there.
      heard?.({ date: new Date().toUTCString() })
      return answered
    } catch (error) {
      throw abortSignal?.aborted && error === abortSignal.reason ? error : asAnswered(error)
    }
  })
