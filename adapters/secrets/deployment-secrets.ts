// The secrets of the deployment: given, or read once from Secrets Manager by their name. What fails is tried again by the next
// request.

import { type DeploymentSecrets, secretsIn } from '../../core/access/keys/deployment-secrets.ts'
import { StoreUnreachable } from '../../core/runtime/store-unreachable.ts'
import { secretText } from './secret-text.ts'

export interface WhereSecretsAre {
  readonly given: readonly string[]
  /** Of the secret in Secrets Manager; absent: what is given is all. */
  readonly name: string | undefined
}

type Read = (name: string) => Promise<string>

/** Begins to read at once: a cold start has time to spare. */
export const deploymentSecrets = ({ given, name }: WhereSecretsAre, read: Read = secretText): DeploymentSecrets => {
  if (name === undefined) return async () => given
  const secretsOf = async (): Promise<readonly string[]> => {
    try {
      return [...given, ...secretsIn(await read(name))]
    } catch (error) {
      reading = undefined
      throw new StoreUnreachable('The secret of the deployment could not be read.', { cause: error })
    }
  }
  let reading: Promise<readonly string[]> | undefined = secretsOf()
  // The next to ask hears of it.
  reading.catch(() => undefined)
  return () => {
    reading ??= secretsOf()
    return reading
  }
}
