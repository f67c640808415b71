// A secret of Secrets Manager as text. Region, endpoint and credentials are the SDK's own configuration.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

/** Throws the SDK's own errors. */
export const secretText = async (name: string, client = new SecretsManagerClient()): Promise<string> => {
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: name }))
  return SecretString
}
