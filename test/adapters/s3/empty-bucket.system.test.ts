// Empties a bucket, against a small S3 of ours on loopback.

import { createServer } from 'node:http'
import { S3Client } from '@aws-sdk/client-s3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyBucket } from '../../../adapters/s3/empty-bucket.ts'
import { listen } from '../../../testkit/listen.ts'

const tag = 'empty-on-delete'

interface Bucket {
  readonly tags: readonly string[]
  /** Pages of a listing are shorter than S3's. */
  readonly keys: Set<string>
  /** Keys that S3 does not delete. */
  readonly kept?: ReadonlySet<string>
}

const xml = (name: string, content: string): string => `<?xml version="1.0"?><${name}>${content}</${name}>`

const s3Over = async ({ tags, keys, kept = new Set() }: Bucket) => {
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://s3')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    response.setHeader('content-type', 'application/xml')
    if (searchParams.has('tagging')) {
      if (tags.length === 0) response.writeHead(404).end(xml('Error', '<Code>NoSuchTagSet</Code>'))
      else
        response.end(
          xml(
            'Tagging',
            `<TagSet>${tags.map((key) => `<Tag><Key>${key}</Key><Value>true</Value></Tag>`).join('')}</TagSet>`,
          ),
        )
    } else if (searchParams.has('delete')) {
      const asked = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => key ?? '')
      for (const key of asked) if (!kept.has(key)) keys.delete(key)
      const errors = asked.filter((key) => kept.has(key))
      response.end(
        xml('DeleteResult', errors.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`).join('')),
      )
    } else {
      const page = [...keys].slice(0, 2)
      response.end(xml('ListBucketResult', page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')))
    }
  })
  const { origin: endpoint } = await listen(server, { finallyDo: onTestFinished })
  return new S3Client({
    endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  })
}

describe('emptying a bucket', () => {
  it('deletes every object over any number of pages', async () => {
    const keys = new Set(['a', 'b', 'c', 'table/d', 'e'])

    expect(await emptyBucket('exports', tag, await s3Over({ tags: ['team', tag], keys }))).toBe(5)
    expect([...keys]).toEqual([])
  })

  it.each([{ tags: [] }, { tags: ['team'] }])('leaves a bucket with the tags $tags unchanged', async ({ tags }) => {
    const keys = new Set(['a'])

    expect(await emptyBucket('exports', tag, await s3Over({ tags, keys }))).toBe(0)
    expect([...keys]).toEqual(['a'])
  })

  it('fails, and does not retry forever, if S3 keeps an object', async () => {
    const bucket = { tags: [tag], keys: new Set(['a', 'b']), kept: new Set(['b']) }

    await expect(emptyBucket('exports', tag, await s3Over(bucket))).rejects.toThrow('exports keeps 1 object: ')
  })
})
