import {
  BrokenUpload,
  UnrecordedFile,
  type Upload,
  type UploadPlace,
  type UploadState,
  type UploadStatus,
} from '@runtime/files'
import { CallError } from '@runtime/host'
import { type FileValue, shownName } from '@runtime/widget/stored-file'
import { CHUNK_SIZE } from '../contract/chunk'
import type { Client } from './client'
import { hashOf } from './upload-hash'
import { createLanes, type Lanes } from './upload-lanes'

/** How often a chunk is tried again (`spec/widgets.md §9`). */
export const CHUNK_RETRIES = 5
/** Milliseconds between the choice of a file and its check (`spec/widgets.md §9`). */
export const CHECK_DELAY = 300
/** Milliseconds before the first of these; each next one waits twice as long. */
const RETRY_DELAY = 500
/** Progress stays below the whole until the server has put the file together (`spec/widgets.md §4`). */
const NEARLY = 99
/** Milliseconds over which the speed is told. */
const SPEED_WINDOW = 3000

/** What an upload needs of the outside; specs give their own. */
export interface UploadTools {
  readonly client: Pick<Client, 'call' | 'upload'>
  readonly lanes: Lanes
  hash(file: Blob, signal: AbortSignal): Promise<string>
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
  now(): number
}

/** Sends files in chunks; all of one uploader share its lanes. */
export function createUploader(client: UploadTools['client'], tools: Partial<UploadTools> = {}) {
  const all: UploadTools = { client, lanes: createLanes(), hash: hashOf, wait, now: Date.now, ...tools }
  return (file: File, place: UploadPlace): Upload => new ChunkedUpload(file, place, all)
}

class ChunkedUpload implements Upload {
  readonly name: string
  readonly size: number
  readonly done: Promise<FileValue>
  readonly #file: File
  readonly #place: UploadPlace
  readonly #tools: UploadTools
  readonly #listeners = new Set<() => void>()
  /** What waits to be sent again goes at once. */
  readonly #waiting = new Set<() => void>()
  readonly #total: number
  /** Chunks that the server has, and bytes of those on their way. */
  readonly #here = new Set<number>()
  readonly #underWay = new Map<number, number>()
  readonly #marks: { readonly at: number; readonly bytes: number }[] = []
  #state: UploadState = { status: 'checking', progress: 0, speed: 0 }
  #identifier = ''
  #run = new AbortController()
  /** The server has said that it has every chunk. */
  #isWhole = false
  #isOver = false
  #finish!: (file: FileValue) => void
  #fail!: (error: unknown) => void

  constructor(file: File, place: UploadPlace, tools: UploadTools) {
    this.name = shownName(file.name)
    this.size = file.size
    this.#file = file
    this.#place = place
    this.#tools = tools
    this.#total = Math.max(1, Math.ceil(file.size / CHUNK_SIZE))
    this.done = new Promise((resolve, reject) => {
      this.#finish = resolve
      this.#fail = reject
    })
    // Whoever asks for the end hears of it; nobody has to.
    this.done.catch(() => undefined)
    this.#start()
  }

  get state(): UploadState {
    return this.#state
  }

  get identifier(): string {
    return this.#identifier
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  pause(): void {
    if (this.#state.status !== 'uploading' && this.#state.status !== 'waiting') return
    this.#run.abort()
    this.#underWay.clear()
    this.#setStatus('paused')
  }

  resume(): void {
    if (this.#state.status === 'paused') this.#start()
  }

  retry(): void {
    for (const go of this.#waiting) go()
  }

  cancel(): void {
    this.#isOver = true
    this.#run.abort()
  }

  #start(): void {
    this.#run = new AbortController()
    const { signal } = this.#run
    this.#send(signal).catch((error: unknown) => {
      if (!signal.aborted && !this.#isOver) this.#fallOver(error)
    })
  }

  /** Whatever fails for good ends the upload (`spec/widgets.md §8`). */
  #fallOver(error: unknown): void {
    this.#run.abort()
    this.#underWay.clear()
    this.#setStatus('error')
    this.#isOver = true
    this.#fail(isCutOff(error) ? new BrokenUpload(error) : error)
  }

  async #send(signal: AbortSignal): Promise<void> {
    if (this.#identifier === '') {
      this.#setStatus('checking')
      await this.#tools.wait(CHECK_DELAY, signal)
      this.#identifier = await this.#tools.hash(this.#file, signal)
    }
    await this.#persist(signal, () => this.#ask(signal))
    this.#setStatus('waiting')
    if (!this.#isWhole) await this.#sendMissing(signal)
    if (!this.#isWhole) throw new BrokenUpload()
    const merged = await this.#record(signal)
    if (this.#isOver) return
    this.#isOver = true
    this.#state = { status: 'success', progress: 100, speed: 0 }
    this.#tell()
    const { fileId, fileSize, fileExtension, fileVersionId, url } = merged.data
    this.#finish({ name: this.name, fileId, fileSize, fileExtension, fileVersionId, url })
  }

  /** Asks what the server has. */
  async #ask(signal: AbortSignal, number = 1): Promise<void> {
    const { data } = await this.#tools.client.call('file.testChunk', this.#members(number), { signal })
    for (const here of data.chunkNumbers) this.#here.add(here)
    if (data.uploaded || data.merge) this.#isWhole = true
  }

  async #record(signal: AbortSignal) {
    const merge = () => this.#tools.client.call('file.merge', this.#merge(), { signal })
    try {
      return await this.#persist(signal, merge)
    } catch (error) {
      throw isCutOff(error) ? error : new UnrecordedFile(error)
    }
  }

  async #sendMissing(signal: AbortSignal): Promise<void> {
    const missing = Array.from({ length: this.#total }, (_, index) => index + 1).filter(
      (number) => !this.#here.has(number),
    )
    await Promise.all(
      missing.map((number) => this.#tools.lanes.run(signal, () => this.#sendChunk(number, signal))),
    )
  }

  /** Before a chunk is sent again the server is asked: its answer may be all that was lost. */
  async #sendChunk(number: number, signal: AbortSignal): Promise<void> {
    await this.#persist(signal, async (isAgain) => {
      this.#underWay.set(number, 0)
      this.#setStatus('uploading')
      try {
        if (isAgain) await this.#ask(signal, number)
        if (!this.#here.has(number)) await this.#post(number, signal)
      } finally {
        this.#underWay.delete(number)
      }
    })
  }

  /** Does what may be cut off, and again up to five times, each after a longer wait or when a person asks for it. */
  async #persist<T>(signal: AbortSignal, act: (isAgain: boolean) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await act(attempt > 0)
      } catch (error) {
        if (signal.aborted || !isCutOff(error) || attempt >= CHUNK_RETRIES) throw error
        if (this.#underWay.size === 0) this.#setStatus('error')
        await this.#turn(RETRY_DELAY * 2 ** attempt, signal)
      }
    }
  }

  /** Ends with the wait, or before it when `retry` is called. */
  async #turn(milliseconds: number, signal: AbortSignal): Promise<void> {
    let go: () => void = () => undefined
    const requested = new Promise<void>((resolve) => {
      go = resolve
    })
    this.#waiting.add(go)
    try {
      await Promise.race([this.#tools.wait(milliseconds, signal), requested])
    } finally {
      this.#waiting.delete(go)
    }
    signal.throwIfAborted()
  }

  async #post(number: number, signal: AbortSignal): Promise<void> {
    const start = (number - 1) * CHUNK_SIZE
    const part = this.#file.slice(start, start + CHUNK_SIZE)
    const input = { ...this.#members(number), fileType: this.#file.type, extension: this.#extension() }
    const { data } = await this.#tools.client.upload('file.chunk', part, input, {
      signal,
      onProgress: (share) => {
        if (signal.aborted) return
        this.#underWay.set(number, share * part.size)
        this.#setStatus('uploading')
      },
    })
    this.#underWay.delete(number)
    this.#here.add(number)
    if (data.merge) this.#isWhole = true
    this.#setStatus('uploading')
  }

  #members(number: number) {
    const { name, size } = this.#file
    return {
      chunkNumber: number,
      chunkSize: CHUNK_SIZE,
      currentChunkSize: Math.min(CHUNK_SIZE, size - (number - 1) * CHUNK_SIZE),
      totalSize: size,
      identifier: this.#identifier,
      filename: name.slice(0, 300),
      relativePath: name.slice(0, 300),
      totalChunks: this.#total,
    }
  }

  #merge() {
    const { type, pathType = 'defaultPath', isAccount = 0, folder = '' } = this.#place
    return {
      identifier: this.#identifier,
      fileName: this.name.slice(0, 300),
      fileSize: this.#file.size,
      fileType: this.#file.type,
      extension: this.#extension(),
      ...{ type, pathType, isAccount, folder },
    }
  }

  #extension(): string {
    return /\.([^.]+)$/.exec(this.name)?.[1]?.slice(0, 100) ?? ''
  }

  #setStatus(status: UploadStatus): void {
    const bytes = this.#sent()
    const share = this.size === 0 ? 0 : bytes / this.size
    const progress = Math.min(NEARLY, Math.floor(share * 100))
    this.#state = { status, progress, speed: status === 'uploading' ? this.#speed(bytes) : 0 }
    if (status !== 'uploading') this.#marks.length = 0
    this.#tell()
  }

  #sent(): number {
    let bytes = 0
    for (const number of this.#here) bytes += Math.min(CHUNK_SIZE, this.size - (number - 1) * CHUNK_SIZE)
    for (const under of this.#underWay.values()) bytes += under
    return bytes
  }

  #speed(bytes: number): number {
    const at = this.#tools.now()
    this.#marks.push({ at, bytes })
    while (this.#marks.length > 2 && at - (this.#marks[0]?.at ?? at) > SPEED_WINDOW) this.#marks.shift()
    const first = this.#marks[0]
    const span = first ? at - first.at : 0
    return first && span > 0 ? Math.max(0, ((bytes - first.bytes) / span) * 1000) : 0
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** No answer came, or one that says that the server cannot serve now. */
function isCutOff(error: unknown): boolean {
  return (
    error instanceof CallError &&
    (error.code === 0 || error.code === 429 || (error.code >= 502 && error.code < 600))
  )
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', giveUp, { once: true })
  })
}
