import type { FilesHandle, HostFile, Upload, UploadPlace, UploadState } from '@runtime/files'
import type { Host } from '@runtime/host'
import type { FileValue } from '@runtime/widget/stored-file'
import { testHost } from '../../testing'

/** An upload that does what a spec says. */
export interface FakeUpload extends Upload {
  readonly file: HostFile
  readonly place: UploadPlace
  readonly acts: string[]
  be(state: Partial<UploadState>): void
  arrive(): void
  refuse(error: unknown): void
}

export interface FakeHost extends Host {
  readonly toasts: { readonly kind: string; readonly text: string; readonly for: number | undefined }[]
  readonly uploads: FakeUpload[]
  readonly images: {
    readonly name: string
    answer(value: FileValue | Error): void
    progress(percent: number): void
  }[]
  readonly requested: string[]
  /** What the next choosing of files gives. */
  chosen: readonly HostFile[]
}

/** One green pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function fakeHost(language: 'zh' | 'en' = 'zh'): FakeHost {
  const requested: string[] = []
  const uploads: FakeUpload[] = []
  const images: FakeHost['images'] = []
  const toasts: FakeHost['toasts'] = []
  const files: FilesHandle = {
    upload: (file, place) => {
      const upload = fakeUpload(file, place)
      uploads.push(upload)
      return upload
    },
    uploadImage: (file, place, { signal, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        requested.push(`image ${place.type} ${file.name}`)
        signal?.addEventListener('abort', () => reject(signal.reason))
        images.push({
          name: file.name,
          answer: (value) => (value instanceof Error ? reject(value) : resolve(value)),
          progress: (percent) => onProgress?.(percent),
        })
      }),
    download: async (type, { name }) => void requested.push(`download ${type} ${name}`),
    downloadAll: async (type, list) =>
      void requested.push(`all ${type} ${list.map(({ name }) => name).join()}`),
    preview: (list, index) => void requested.push(`preview ${list[index]?.name}`),
    read: async (url) => {
      requested.push(`read ${url}`)
      return PIXEL
    },
  }
  const host: FakeHost = {
    ...testHost(language),
    files,
    toasts,
    uploads,
    images,
    requested,
    chosen: [],
    toast: (kind, text, milliseconds) => toasts.push({ kind, text, for: milliseconds }),
    chooseFiles: async ({ accept, multiple }) => {
      requested.push(`choose ${accept ?? ''} ${multiple ? 'many' : 'one'}`)
      return host.chosen
    },
  }
  return host
}

function fakeUpload(file: HostFile, place: UploadPlace): FakeUpload {
  const listeners = new Set<() => void>()
  const acts: string[] = []
  let state: UploadState = { status: 'checking', progress: 0, speed: 0 }
  let resolve: (value: FileValue) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<FileValue>((yes, no) => {
    resolve = yes
    reject = no
  })
  const act = (name: string) => () => void acts.push(name)
  return {
    name: file.name,
    size: file.size,
    identifier: '',
    file,
    place,
    acts,
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pause: act('pause'),
    resume: act('resume'),
    retry: act('retry'),
    cancel: act('cancel'),
    done: promise,
    be(next) {
      state = { ...state, ...next }
      for (const listener of listeners) listener()
    },
    arrive: () => resolve(uploaded(file.name, file.size)),
    refuse: reject,
  }
}

export function uploaded(name: string, fileSize = 2048): FileValue {
  return {
    name,
    fileId: `id-${name}`,
    url: `/api/file/Image/annex/${name}`,
    fileSize,
    fileExtension: '',
    fileVersionId: '',
  }
}

/** A file of a size, without bytes in memory to speak of. */
export function fileOf(name: string, size = 10, type = ''): File {
  return new File([new Uint8Array(size)], name, { type })
}
