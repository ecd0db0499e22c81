import type { FilesHandle } from '@runtime/files'
import type { Host } from '@runtime/host'
import { type FileValue, shownName } from '@runtime/widget/stored-file'
import { createUploader, saveAddress } from '@services/client'
import { client } from './client'

/** Pictures that a page draws again and again are fetched once; so many stay. */
const KEPT = 300

/** The way of files to the server and back, in a browser. `host` is asked for when something is shown. */
export function createFilesHandle(host: () => Host): FilesHandle {
  const pictures = new Map<string, Promise<string>>()
  return {
    upload: createUploader(client),
    async uploadImage(file, place, { signal, onProgress } = {}) {
      const { data } = await client.upload(
        'file.upload',
        file as File,
        { ...place },
        {
          ...(signal && { signal }),
          ...(onProgress && { onProgress: (share) => onProgress(Math.min(99, Math.floor(share * 100))) }),
        },
      )
      return { name: shownName(file.name), fileId: data.fileId, url: data.url }
    },
    async download(type, file) {
      const { data } = await client.call('file.download', { type, fileId: file.fileId })
      saveAddress(data.url, shownName(file.name))
    },
    async downloadAll(type, files) {
      const body = files.map(({ fileId, name }) => ({ fileId, fileName: shownName(name) }))
      const { data } = await client.call('file.package', { type, body } as never)
      saveAddress(data.downloadVo.url, data.downloadName)
    },
    preview(files: readonly FileValue[], index: number) {
      import('../preview').then(
        ({ openPreview }) => openPreview({ files, index, host: host(), source }),
        () => host().toast('error', host().text('@preview.failed')),
      )
    },
    read(url) {
      const known = pictures.get(url)
      if (known) return known
      const read = client.fetchFile(url).then(({ blob }) => URL.createObjectURL(blob))
      pictures.set(url, read)
      // One that failed is asked for again next time.
      read.catch(() => pictures.delete(url))
      const oldest = pictures.keys().next().value
      if (pictures.size > KEPT && oldest !== undefined) {
        pictures.get(oldest)?.then(URL.revokeObjectURL, () => undefined)
        pictures.delete(oldest)
      }
      return read
    },
  }
}

/** What a preview needs of the server. */
const source = {
  about: async (file: FileValue) => (await client.call('file.preview', { fileId: file.fileId })).data,
  bytes: async (url: string, signal: AbortSignal) => (await client.fetchFile(url, { signal })).blob,
}
