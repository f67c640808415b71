// Writes an export to a bucket on S3 or to a folder on this machine. Knows nothing of what is exported.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Refused } from '../desk/faults.ts'

export interface Destination {
  /** Writes `name`, a path with slashes, and replaces what is there. Throws `Refused`. */
  write(name: string, content: Uint8Array, contentType: string): Promise<void>
  close(): void
}

/** Makes a folder and those around it. Node's own way of doing so never ends where nothing can be made, as in `/proc`. */
const made = async (path: string): Promise<void> => {
  try {
    await mkdir(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(path) === path) throw error
    await made(dirname(path))
    await mkdir(path)
  }
}

const folder = (path: string): Destination => ({
  async write(name, content) {
    const file = join(path, name)
    await made(dirname(file))
    await writeFile(file, content, { mode: 0o600 })
  },
  close: () => {},
})

const bucketAndPrefix = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/

const inBucket = async (to: string): Promise<Destination> => {
  const [, bucket, prefix = ''] = bucketAndPrefix.exec(to) ?? []
  if (bucket === undefined) throw new Refused(`--to is ${JSON.stringify(to)}, but must look like s3://bucket/prefix.`)
  // Imported only here, because no other command needs it.
  const { s3Objects } = await import('../../../adapters/s3/objects.ts')
  const objects = s3Objects(bucket)
  return {
    write: (name, content, contentType) =>
      objects.put(prefix === '' ? name : `${prefix}/${name}`, content, contentType),
    close: () => objects.close(),
  }
}

/**
 * `s3://bucket/prefix`, or a folder, which is made if needed. Throws `Refused` with the reason, here and when it writes.
 */
export const openDestination = async (to: string): Promise<Destination> => {
  if (to === '' || /^(?!s3:)[a-z][a-z0-9+.-]*:\/\//i.test(to))
    throw new Refused(`--to is ${JSON.stringify(to)}, but must be s3://bucket/prefix or a folder.`)
  const destination = to.startsWith('s3:') ? await inBucket(to) : folder(resolve(to))
  return {
    ...destination,
    async write(name, content, contentType) {
      try {
        await destination.write(name, content, contentType)
      } catch (error) {
        const { name: kind, message } = error instanceof Error ? error : new Error(String(error))
        throw new Refused(`${JSON.stringify(to)} cannot be written: ${kind}: ${message.split('\n', 1).join('')}`)
      }
    },
  }
}
