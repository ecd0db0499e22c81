import { rmSync } from 'node:fs'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Options } from '@services/server/storage/s3'
import { scratchFolder } from './scratch'

/** An S3 service with one empty bucket, on a free port. */
export async function startBucket(): Promise<{
  readonly s3: S3Options
  /** Where the service keeps the bucket's objects. */
  readonly folder: string
  close(): Promise<void>
}> {
  const bucket = 'farm'
  const folder = scratchFolder('s3')
  const service = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await service.run()
  return {
    s3: { bucket, endpoint: `http://127.0.0.1:${port}`, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    folder: join(folder, bucket),
    async close() {
      await service.close()
      rmSync(folder, { recursive: true })
    },
  }
}
