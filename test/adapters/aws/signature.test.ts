// Our signatures are those of AWS's own signer.

import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Credentials, signer, type Unsigned } from '../../../adapters/aws/signature.ts'

class Sha256 {
  readonly #hash: Hash | Hmac
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined
        ? createHash('sha256')
        : createHmac(
            'sha256',
            ArrayBuffer.isView(secret)
              ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
              : Buffer.from(secret as string),
          )
  }
  update(chunk: string | Uint8Array): void {
    this.#hash.update(chunk)
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(new Uint8Array(this.#hash.digest()))
  }
}

const theirs = async (
  { path, headers, body }: Unsigned,
  credentials: Credentials,
  { service, region, now }: { readonly service: string; readonly region: string; readonly now: number },
): Promise<Readonly<Record<string, string>>> => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials
  const aws = new SignatureV4({
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
    region,
    service,
    sha256: Sha256,
    applyChecksum: false,
  })
  const request = { method: 'POST', protocol: 'https:', hostname: 'x', path, query: {}, headers: { ...headers }, body }
  return (await aws.sign(request, { signingDate: new Date(now) })).headers
}

const word = fc.stringMatching(/^[A-Za-z0-9/+=.-]{1,40}$/)
const segment = fc.stringMatching(/^[A-Za-z0-9%~!'()*:@-]{0,12}$/)

describe('a signature', () => {
  it('is the one that AWS’s own signer makes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ accessKeyId: word, secretAccessKey: word, sessionToken: fc.option(word, { nil: undefined }) }),
        fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.filter((one) => one !== '').join('/')}`),
        fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed()),
        fc.constantFrom('dynamodb', 'sagemaker', 'secretsmanager'),
        fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }).map((seconds) => seconds * 1000),
        async (credentials, path, body, service, now) => {
          const headers = { host: 'x', 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'A_1.Do' }
          const ours = signer(service, 'eu-west-1')({ path, headers, body }, credentials, now)
          expect(ours).toEqual(
            await theirs({ path, headers, body }, credentials, { service, region: 'eu-west-1', now }),
          )
        },
      ),
      { numRuns: 200 },
    )
  })

  it('is of the new day and of the new credentials as soon as they change', async () => {
    const sign = signer('dynamodb', 'us-east-1')
    const request = { path: '/', headers: { host: 'x' }, body: '{}' }
    const first = { accessKeyId: 'a', secretAccessKey: 'one' }
    const second = { accessKeyId: 'a', secretAccessKey: 'two', sessionToken: 'with' }
    const evening = Date.parse('2026-11-22T23:59:59Z')
    for (const [credentials, now] of [
      [first, evening],
      [first, evening + 1_000],
      [second, evening + 1_000],
      [first, evening],
    ] as const)
      expect(sign(request, credentials, now)).toEqual(
        await theirs(request, credentials, { service: 'dynamodb', region: 'us-east-1', now }),
      )
  })
})
