// A secret of Secrets Manager as text. Region, endpoint and credentials are found as the SDK finds them.

import * as z from 'zod/mini'
import { openService } from '../aws/service.ts'
import { setAlarm } from '../process/alarm.ts'

/** Longer than the first connection of a cold start takes, with a second attempt. */
const patienceMilliseconds = 5_000

/** A secret that is empty, or that is kept as bytes, keys nothing: keys would be unknown, and new ones stand in the table as plain hashes. */
const answer = z.object({ SecretString: z.string().check(z.minLength(1)) })

/** Throws `AwsError`, or the error of a connection, or of what is no text. */
export const secretText = async (name: string): Promise<string> => {
  const service = openService({ service: 'secretsmanager', id: 'SECRETS_MANAGER' })
  const alarm = setAlarm(patienceMilliseconds)
  try {
    const question = {
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'secretsmanager.GetSecretValue' },
      body: JSON.stringify({ SecretId: name }),
    }
    return answer.parse(await service.ask(question, { abortSignal: alarm.signal })).SecretString
  } finally {
    alarm.clear()
    service.close()
  }
}
