// Turns a write whose condition failed into an answer instead of an error. Knows no table.

import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'

/** Resolves with `refused()` if the write's condition failed. Throws every other error. */
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
