// What the digests in the tables of this machine are keyed by: a file beside them, readable by its owner alone. A copy of the tables
// without it says nothing.

import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretsIn } from '../../core/access/keys/deployment-secrets.ts'

const fileIn = (folder: string): string => join(folder, 'deployment-secret')

const newSecret = (): string => randomBytes(32).toString('base64url')

/** The secrets that are kept in a folder; none if it has no such file. */
export const keptDeploymentSecrets = async (folder: string): Promise<readonly string[]> =>
  secretsIn(await readFile(fileIn(folder), 'utf8').catch(() => ''))

/** The same, made at the first start. Without a folder they last as long as the service. */
export const ensureDeploymentSecrets = async (folder: string | undefined): Promise<readonly string[]> => {
  if (folder === undefined) return [newSecret()]
  const kept = await keptDeploymentSecrets(folder)
  if (kept.length > 0) return kept
  await writeFile(fileIn(folder), `${newSecret()}\n`, { mode: 0o600 })
  return keptDeploymentSecrets(folder)
}
