// What the digests in the tables of this machine are keyed by: a file beside them, readable by its owner alone. A copy of the tables
// without it says nothing.

import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { secretsIn } from '../../core/access/keys/deployment-secrets.ts'
import { codeOf, reasonOf } from '../files/file-fault.ts'

const fileIn = (folder: string): string => join(folder, 'deployment-secret')

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Nothing if there is no such file. One that cannot be read is not taken for none: keys would be made that no start finds again. */
const textOf = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read: ${reasonOf(codeOf(error))}.`, { cause: error })
  }
}

/** The secrets that are kept in a folder; none if it has no such file. Throws, by the file's name. */
export const keptDeploymentSecrets = async (folder: string): Promise<readonly string[]> => {
  const file = fileIn(folder)
  const text = await textOf(file)
  if (text === undefined) return []
  try {
    const secrets = secretsIn(text)
    if (secrets.length === 0) throw new Error('It is empty.')
    return secrets
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : ''
    throw new Error(`${file} is damaged. ${said} Bring it back: with another one the keys made so far do not work.`, {
      cause,
    })
  }
}

/** The same, made at the first start. Without a folder they last as long as the service. */
export const ensureDeploymentSecrets = async (folder: string | undefined): Promise<readonly string[]> => {
  if (folder === undefined) return [newSecret()]
  const kept = await keptDeploymentSecrets(folder)
  if (kept.length > 0) return kept
  // Whole or not at all: an empty file would be one that has lost its secret.
  const whole = `${fileIn(folder)}.new`
  await writeFile(whole, `${newSecret()}\n`, { mode: 0o600, flush: true })
  await rename(whole, fileIn(folder))
  return keptDeploymentSecrets(folder)
}
