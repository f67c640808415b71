// Writes whole objects to one bucket. Region, endpoint and credentials come from the SDK's own configuration.

import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

export interface Objects {
  /** Writes or replaces an object. Throws the SDK's own errors. */
  put(key: string, body: Uint8Array, contentType: string): Promise<void>
  close(): void
}

/** Finds a bucket in another region than the configured one. */
export const s3Objects = (bucket: string): Objects => {
  const client = new S3Client({ followRegionRedirects: true })
  return {
    async put(key, body, contentType) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: contentType }))
    },
    close: () => client.destroy(),
  }
}
