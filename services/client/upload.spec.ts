import { BrokenUpload, UnrecordedFile, type Upload } from '@runtime/files'
import { CallError } from '@runtime/host'
import { describe, expect, it } from 'vitest'
import { CHUNK_SIZE } from '../contract/chunk'
import { CHECK_DELAY, CHUNK_RETRIES, createUploader, type UploadTools } from './upload'
import { createLanes, LANES } from './upload-lanes'

const cut = () => new CallError(0, '网络异常')

/** A server that notes every chunk, and fails when a spec says so. */
function fakeServer(
  options: {
    readonly fails?: (number: number, attempt: number) => Error | 'answer lost' | null
    /** Milliseconds of a wait that never ends by itself. */
    readonly endless?: number
  } = {},
) {
  const here = new Set<number>()
  const posts: number[] = []
  const waits: number[] = []
  const merges: Record<string, unknown>[] = []
  const state = { busy: 0, most: 0, uploaded: false, requested: 0, loses: false, gate: Promise.resolve() }
  const refusals: Error[] = []
  const isWhole = (input: Record<string, unknown>) => !state.loses && here.size === input['totalChunks']
  const tools: UploadTools = {
    lanes: createLanes(),
    hash: async () => 'a'.repeat(32),
    now: () => Date.now(),
    wait: async (milliseconds, signal) => {
      waits.push(milliseconds)
      signal.throwIfAborted()
      if (milliseconds === options.endless) await new Promise(() => undefined)
    },
    client: {
      call: (async (name: string, input: Record<string, unknown>) => {
        if (name === 'file.testChunk') {
          state.requested++
          return {
            data: {
              uploaded: state.uploaded,
              merge: isWhole(input),
              chunkNumbers: [...here],
            },
            msg: '',
          }
        }
        merges.push(input)
        const refusal = refusals.shift()
        if (refusal) throw refusal
        const data = {
          fileId: 'id.bin',
          fileSize: input['fileSize'],
          fileExtension: 'bin',
          fileVersionId: 'id',
          url: '/u',
        }
        return { data, msg: '' }
      }) as never,
      upload: (async (
        _name: string,
        part: Blob,
        input: Record<string, unknown>,
        { signal }: { signal: AbortSignal },
      ) => {
        const number = Number(input['chunkNumber'])
        posts.push(number)
        state.busy++
        state.most = Math.max(state.most, state.busy)
        try {
          await state.gate
          await Promise.resolve()
          signal.throwIfAborted()
          const failure = options.fails?.(number, posts.filter((one) => one === number).length)
          if (failure instanceof Error) throw failure
          expect(part.size).toBe(input['currentChunkSize'])
          here.add(number)
          if (failure === 'answer lost') throw cut()
          return { data: { merge: isWhole(input) }, msg: '' }
        } finally {
          state.busy--
        }
      }) as never,
    },
  }
  return { here, posts, waits, merges, refusals, state, upload: createUploader(tools.client, tools) }
}

const fileOf = (chunks: number, name = '数据.bin') =>
  new File([new Uint8Array((chunks - 1) * CHUNK_SIZE + 100)], name)
const settled = (upload: Upload, status: string) =>
  new Promise<void>((resolve) => {
    const check = () => upload.state.status === status && resolve()
    upload.subscribe(check)
    check()
  })
const place = { type: 'annex', pathType: 'selfPath', isAccount: 1, folder: '图纸' }

describe('a chunked upload', () => {
  it('stands on the documented constants', () => {
    expect({ CHUNK_SIZE, CHUNK_RETRIES, CHECK_DELAY }).toEqual({
      CHUNK_SIZE: 5_242_880,
      CHUNK_RETRIES: 5,
      CHECK_DELAY: 300,
    })
  })

  it('waits 300 ms, asks, sends every chunk once, three at a time, and puts the file together', async () => {
    const server = fakeServer()
    const upload = server.upload(fileOf(7, '报#告.bin'), place)
    const progress: number[] = []
    upload.subscribe(() => progress.push(upload.state.progress))
    expect(upload.state.status).toBe('checking')
    const file = await upload.done
    expect(server.waits).toEqual([CHECK_DELAY])
    expect([...server.posts].sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(server.state.most).toBe(LANES)
    expect(file).toMatchObject({
      name: '报告.bin',
      fileId: 'id.bin',
      url: '/u',
      fileSize: 6 * CHUNK_SIZE + 100,
    })
    expect(server.merges).toEqual([
      {
        ...place,
        identifier: 'a'.repeat(32),
        fileName: '报告.bin',
        fileSize: 6 * CHUNK_SIZE + 100,
        fileType: '',
        extension: 'bin',
      },
    ])
    expect(Math.max(...progress.slice(0, -1))).toBe(99)
    expect(upload.state).toEqual({ status: 'success', progress: 100, speed: 0 })
  })

  it('sends only what the server has not, and nothing of what it knows', async () => {
    const server = fakeServer()
    for (const number of [1, 2, 4]) server.here.add(number)
    await server.upload(fileOf(5), place).done
    expect(server.posts.sort()).toEqual([3, 5])
    const known = fakeServer()
    known.state.uploaded = true
    await known.upload(fileOf(5), place).done
    expect(known.posts).toEqual([])
    expect(known.merges).toHaveLength(1)
  })

  it('sends nothing twice when the way is cut after the server got a chunk', async () => {
    const server = fakeServer({
      fails: (number, attempt) => (number === 2 && attempt === 1 ? 'answer lost' : null),
    })
    await server.upload(fileOf(4), place).done
    expect(server.posts.sort()).toEqual([1, 2, 3, 4])
    expect(server.state.requested).toBe(2)
  })

  it('tries a chunk five times more, then is over', async () => {
    const server = fakeServer({ fails: (number) => (number === 2 ? cut() : null) })
    const upload = server.upload(fileOf(3), place)
    await expect(upload.done).rejects.toBeInstanceOf(BrokenUpload)
    expect(server.posts.filter((number) => number === 2)).toHaveLength(1 + CHUNK_RETRIES)
    expect(server.waits.slice(1)).toEqual([500, 1000, 2000, 4000, 8000])
    expect([upload.state.status, server.merges]).toEqual(['error', []])
  })

  it('chosen again after that, sends only the rest', async () => {
    let isCut = true
    const server = fakeServer({ fails: (number) => (number === 2 && isCut ? cut() : null) })
    await server.upload(fileOf(3), place).done.catch(() => undefined)
    isCut = false
    server.posts.length = 0
    await server.upload(fileOf(3), place).done
    expect(server.posts).toEqual([2])
  })

  it('says that it is cut off while it waits, and goes on at once when asked to', async () => {
    const server = fakeServer({ fails: (_, attempt) => (attempt === 1 ? cut() : null), endless: 500 })
    const upload = server.upload(fileOf(1), place)
    await settled(upload, 'error')
    expect(server.posts).toEqual([1])
    upload.retry()
    await upload.done
    expect(server.posts).toEqual([1, 1])
  })

  it('keeps asking and recording through a cut', async () => {
    const server = fakeServer()
    server.refusals.push(cut(), cut())
    await server.upload(fileOf(1), place).done
    expect(server.merges).toHaveLength(3)
  })

  it('is broken where the server has not got every chunk, or cannot be reached to record the file', async () => {
    const losing = fakeServer()
    losing.state.loses = true
    await expect(losing.upload(fileOf(2), place).done).rejects.toBeInstanceOf(BrokenUpload)
    expect(losing.merges).toEqual([])
    const away = fakeServer()
    away.refusals.push(...Array.from({ length: 1 + CHUNK_RETRIES }, cut))
    await expect(away.upload(fileOf(1), place).done).rejects.toBeInstanceOf(BrokenUpload)
  })

  it('is unrecorded where the server refuses the file', async () => {
    const server = fakeServer()
    server.refusals.push(new CallError(400, '文件尚未上传完整，请重新上传'))
    await expect(server.upload(fileOf(1), place).done).rejects.toBeInstanceOf(UnrecordedFile)
  })

  it('ends with what the server refuses', async () => {
    const server = fakeServer({ fails: () => new CallError(400, '文件分片不完整，请重新上传') })
    const upload = server.upload(fileOf(1), place)
    await expect(upload.done).rejects.toMatchObject({ code: 400 })
    expect(server.posts).toEqual([1])
    upload.retry()
    expect([upload.state.status, server.posts]).toEqual(['error', [1]])
  })

  it('pauses and resumes, but not while checking; a cancelled one says nothing more', async () => {
    const server = fakeServer()
    let open: () => void = () => undefined
    server.state.gate = new Promise((resolve) => {
      open = resolve
    })
    const upload = server.upload(fileOf(4), place)
    upload.pause()
    expect(upload.state.status).toBe('checking')
    await settled(upload, 'uploading')
    upload.pause()
    expect(upload.state).toMatchObject({ status: 'paused', speed: 0 })
    open()
    await Promise.resolve()
    expect(server.merges).toEqual([])
    upload.resume()
    await upload.done
    expect(server.here.size).toBe(4)
    const dropped = server.upload(fileOf(2), place)
    let told = 0
    dropped.subscribe(() => told++)
    dropped.cancel()
    await Promise.resolve()
    expect(told).toBe(0)
  })
})
