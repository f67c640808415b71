// The secrets that key the digests in the tables. No table holds them: with a copy of the tables alone nobody can match a
// conversation against a guess, and a writer of the tables makes no key that works.

import { createHmac } from 'node:crypto'

/** The newest first; none in a deployment without. Throws `StoreUnreachable`. */
export type DeploymentSecrets = () => Promise<readonly string[]>

/** The name of the secret for stacks, functions and the operator's commands. `prefix`: of the stage. */
export const deploymentSecretName = (prefix: string): string => `${prefix}deployment-secret`

/** Shorter ones could be guessed. */
export const fewestCharacters = 32

/** The secrets in a text, separated by commas or line ends. Throws without repeating them. */
export const secretsIn = (text: string): readonly string[] => {
  const secrets = text.split(/[\s,]+/).filter((secret) => secret !== '')
  if (secrets.some((secret) => secret.length < fewestCharacters))
    throw new Error(`A secret of the deployment has at least ${fewestCharacters} characters.`)
  return secrets
}

const keyed = (secret: string, purpose: string, value: string): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\u0000${value}`).digest()

/**
 * Under which digests the table of keys may have a key with this SHA-256, the one for new keys first. The last one is the hash
 * itself: keys that are older than the first secret stay good.
 */
export const keyDigests = (keyHash: string, secrets: readonly string[]): readonly [string, ...string[]] => {
  const [newest, ...older] = [
    ...secrets.map((secret) => keyed(secret, 'service key', keyHash).toString('hex')),
    keyHash,
  ]
  return [newest ?? keyHash, ...older]
}

/** What keys the digests of an account's conversations: its own secret, which its table holds, and the deployment's. */
export const chainSecretOf = (chainSecret: string, [newest]: readonly string[]): string =>
  newest === undefined ? chainSecret : keyed(newest, 'chain secret', chainSecret).toString('base64')
