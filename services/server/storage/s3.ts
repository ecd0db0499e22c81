import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type BlobStore, StorageFull } from './blobs'

/** A bucket at an S3 service; what is not given is taken from where the AWS tools find it. */
export interface S3Options {
  readonly bucket: string
  /** Address of a service that is not Amazon's; its buckets are named in the path. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly accessKeyId?: string | undefined
  readonly secretAccessKey?: string | undefined
}

/** Blobs in a bucket, by their keys; a blob that arrives in parts is a multipart upload. Every part fits in memory. */
export function s3Store(options: S3Options): BlobStore {
  const Bucket = options.bucket
  const client = new S3Client({
    region: options.region ?? 'us-east-1',
    // Services that are not Amazon's often do not know the checksums that Amazon's own clients add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(options.endpoint !== undefined && { endpoint: options.endpoint, forcePathStyle: true }),
    ...(options.accessKeyId !== undefined && {
      credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey ?? '' },
    }),
  })
  const exists = (Key: string) =>
    client.send(new HeadObjectCommand({ Bucket, Key })).then(
      () => true,
      () => false,
    )
  return {
    async put(Key, Body) {
      const upload = new Upload({ client, params: { Bucket, Key, Body } })
      // What breaks off must not wait for a whole part to be read before it is known.
      Body.once('error', () => void upload.abort())
      await roomFor(() => upload.done())
    },
    async get(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }))
      return Body as Readable
    },
    async delete(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    async begin(Key) {
      const { UploadId } = await roomFor(() =>
        client.send(
          new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'application/octet-stream' }),
        ),
      )
      return `${Key}:${UploadId}`
    },
    async putPart(upload, PartNumber, body) {
      const Body = await buffer(body)
      const { ETag } = await roomFor(() =>
        client.send(new UploadPartCommand({ Bucket, ...uploadOf(upload), PartNumber, Body })),
      )
      return ETag ?? ''
    },
    async complete(upload, parts) {
      const MultipartUpload = {
        Parts: parts.map(({ number, receipt }) => ({ PartNumber: number, ETag: receipt })),
      }
      const { Key, UploadId } = uploadOf(upload)
      try {
        await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }))
      } catch (error) {
        // It is whole already when a server that was ended in the midst of this is asked again; then there is no upload any more.
        if (!(await exists(Key))) throw error
      }
    },
    async abort(upload) {
      try {
        await client.send(new AbortMultipartUploadCommand({ Bucket, ...uploadOf(upload) }))
      } catch (error) {
        if (!isNamed(error, 'NoSuchUpload')) throw error
      }
    },
  }
}

function uploadOf(upload: string): { Key: string; UploadId: string } {
  const colon = upload.indexOf(':')
  return { Key: upload.slice(0, colon), UploadId: upload.slice(colon + 1) }
}

/** Says "full" in the words of the store's interface. */
async function roomFor<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const status = (error as { readonly $metadata?: { readonly httpStatusCode?: number } }).$metadata
      ?.httpStatusCode
    throw status === 507 || isNamed(error, 'QuotaExceeded') ? new StorageFull(error) : error
  }
}

function isNamed(error: unknown, name: string): boolean {
  return (error as { readonly name?: string }).name === name
}
