// A write whose condition did not hold: an answer, not an error. Knows no table.

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'

/** `refused()` when the write's condition did not hold; every other error goes through. */
export const unlessRefused = async <Answer>(
  write: Promise<Answer>,
  refused: (exception: ConditionalCheckFailedException) => Answer | Promise<Answer>,
): Promise<Answer> => {
  try {
    return await write
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return refused(error)
    throw error
  }
}
