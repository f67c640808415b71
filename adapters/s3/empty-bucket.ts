// Empties a bucket that its stack deletes, because S3 deletes only empty buckets.

import {
  DeleteObjectsCommand,
  GetBucketTaggingCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  S3Client,
} from '@aws-sdk/client-s3'
import { counted } from '../../core/text/counted.ts'

const isTagged = async (s3: S3Client, bucket: string, tag: string): Promise<boolean> => {
  try {
    const { TagSet = [] } = await s3.send(new GetBucketTaggingCommand({ Bucket: bucket }))
    return TagSet.some(({ Key }) => Key === tag)
  } catch (error) {
    if (error instanceof NoSuchBucket || (error instanceof Error && error.name === 'NoSuchTagSet')) return false
    throw error
  }
}

/**
 * Deletes every object of a bucket that carries `tag`, and returns their number. A bucket without the tag stays as it
 * is: the stage now keeps its data. The bucket keeps no versions.
 * Throws the SDK's own errors, and one that names the bucket when S3 kept an object.
 */
export const emptyBucket = async (bucket: string, tag: string, s3: S3Client = new S3Client()): Promise<number> => {
  if (!(await isTagged(s3, bucket, tag))) return 0
  let deleted = 0
  for (;;) {
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }))
    if (Contents.length === 0) return deleted
    const Objects = Contents.map(({ Key }) => ({ Key }))
    const { Errors = [] } = await s3.send(
      new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    )
    if (Errors.length > 0) throw new Error(`${bucket} keeps ${counted(Errors.length, 'object')}: ${Errors[0]?.Code}`)
    deleted += Objects.length
  }
}
