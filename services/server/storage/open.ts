import { join } from 'node:path'
import type { ServerOptions } from '../options'
import type { BlobStore } from './blobs'
import { diskStore } from './disk'

/** Where this server keeps files: the store given, a bucket, or the data folder. */
export async function openBlobs({ blobs, s3, dataFolder }: ServerOptions): Promise<BlobStore> {
  if (blobs) return blobs
  if (!s3) return diskStore(join(dataFolder, 'files'))
  // Amazon's client takes a third of a second to load: only servers that have a bucket pay for it.
  const { s3Store } = await import('./s3')
  return s3Store(s3)
}
