// Objects of one bucket, written whole. Region, endpoint and credentials are the SDK's own configuration.

import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

export interface Objects {
  /** Writes or replaces an object. Throws the SDK's own errors. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  close(): void
}

/** A bucket elsewhere than the configured region is found there. */
export const s3Objects = (bucket: string): Objects => {
  const client = new S3Client({ followRegionRedirects: true })
  return {
    async put(key, body, contentType) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }))
    },
    close: () => client.destroy(),
  }
}
