// Reads the code of a function, or any other asset, from the account's bucket: its bytes, and unpacked.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Aws, runToEnd } from './aws-on-this-machine.ts'

export interface Uploaded {
  /** The zip file. */
  readonly bytes: Buffer
  /** The asset's name in the assembly. */
  readonly hash: string
  /** The folder where it is unpacked. */
  readonly folder: string
}

/** Bucket and key of an asset, from a template. */
const fill = (aws: Aws, words: unknown): string => {
  const text = typeof words === 'object' && words !== null && 'Fn::Sub' in words ? words['Fn::Sub'] : words
  return String(text).replaceAll(`\${AWS::AccountId}`, aws.account).replaceAll(`\${AWS::Region}`, aws.region)
}

/** Fetches and unpacks into a new folder in `parent`. Throws if the account has no such object. */
export const fetchUploaded = async (
  aws: Aws,
  python: string,
  { bucket, key }: { readonly bucket: unknown; readonly key: string },
  parent: string,
): Promise<Uploaded> => {
  const [object] = await aws.ask(['s3', 'get_object', { Bucket: fill(aws, bucket), Key: key }])
  const bytes = Buffer.from(object.Body, 'base64')
  const folder = mkdtempSync(join(parent, 'uploaded-'))
  const archive = join(folder, '..', `${key}.fetched`)
  writeFileSync(archive, bytes)
  const { code, said } = await runToEnd(python, ['-m', 'zipfile', '-e', archive, folder], {})
  if (code !== 0) throw new Error(`${key} cannot be unpacked: ${said}`)
  return { bytes, hash: key.replace(/\.zip$/, ''), folder }
}

/** `s3://bucket/key` of a template, in two parts. */
export const locationOf = (aws: Aws, url: unknown): { readonly bucket: string; readonly key: string } => {
  const { hostname, pathname } = new URL(fill(aws, url))
  return { bucket: hostname, key: pathname.slice(1) }
}
