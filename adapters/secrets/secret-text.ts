// A secret of Secrets Manager as text. Region, endpoint and credentials are the SDK's own configuration.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { setAlarm } from '../alarm.ts'

/** Longer than the first connection of a cold start takes, with the SDK's repetitions. */
const patienceMilliseconds = 5_000

/** Throws the SDK's own errors. */
export const secretText = async (name: string): Promise<string> => {
  const client = new SecretsManagerClient()
  const alarm = setAlarm(patienceMilliseconds)
  try {
    const get = new GetSecretValueCommand({ SecretId: name })
    const { SecretString = '' } = await client.send(get, { abortSignal: alarm.signal })
    return SecretString
  } finally {
    alarm.clear()
    client.destroy()
  }
}
