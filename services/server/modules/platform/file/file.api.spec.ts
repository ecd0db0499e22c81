import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { CHUNK_SIZE } from '@services/contract/chunk'
import { StorageFull } from '@services/server/storage/blobs'
import { diskStore } from '@services/server/storage/disk'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { scratchFolder } from '@tests/scratch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import {
  chunkMembers,
  formOf,
  md5Of,
  merge,
  PNG,
  post,
  sendChunk,
  sendFile,
  sendWhole,
} from './specs/sending'

const folder = scratchFolder('files')
const disk = diskStore(join(folder, 'files'))
let full = false
let server: TestServer
let admin: TestClient
let operator: TestClient

beforeAll(async () => {
  const blobs = {
    ...disk,
    put: (...args: Parameters<typeof disk.put>) =>
      full ? Promise.reject(new StorageFull(null)) : disk.put(...args),
    putPart: (...args: Parameters<typeof disk.putPart>) =>
      full ? Promise.reject(new StorageFull(null)) : disk.putPart(...args),
  }
  server = await startTestServer({ dataFolder: folder, blobs })
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const test = (client: TestClient, bytes: Uint8Array, number = 1) =>
  client.call('file.testChunk', chunkMembers(bytes, number))
const bytesOf = async (client: TestClient, url: string, headers: Record<string, string> = {}) => {
  const response = await client.fetch(url, { headers })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}
const blobsOnDisk = () =>
  readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

describe('a file in chunks', () => {
  it('arrives in any order, is asked for, put together and read', async () => {
    const bytes = randomBytes(2 * CHUNK_SIZE + 777)
    expect(await test(operator, bytes)).toEqual({ uploaded: false, merge: false, chunkNumbers: [] })
    expect((await sendChunk(operator, bytes, 3)).data).toMatchObject({ merge: false, chunkNumbers: [3] })
    expect((await sendChunk(operator, bytes, 1)).data.chunkNumbers).toEqual([1, 3])
    expect(await test(operator, bytes)).toMatchObject({ chunkNumbers: [1, 3], uploaded: false })
    expect((await merge(operator, bytes, 'x.bin')).msg).toBe('文件尚未上传完整，请重新上传')
    expect((await sendChunk(operator, bytes, 2)).data).toMatchObject({ merge: true, chunkNumbers: [1, 2, 3] })
    const { data } = await merge(operator, bytes, '年度#报告.BIN')
    expect(data).toMatchObject({ fileSize: bytes.length, fileExtension: 'bin' })
    expect(data.fileId).toMatch(/^[0-9a-f]{32}\.bin$/)
    expect(data.name).toBe(data.fileId)
    const read = await bytesOf(operator, data.url)
    expect(read.bytes.equals(bytes)).toBe(true)
    expect(read.response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent('年度报告')}.BIN`,
    )
    expect(read.response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('takes simultaneous chunks, each once, and a longer last one', async () => {
    const bytes = randomBytes(2 * CHUNK_SIZE + 10)
    const members = { totalChunks: 2, currentChunkSize: CHUNK_SIZE + 10 }
    const last = bytes.subarray(CHUNK_SIZE)
    await Promise.all([
      sendChunk(operator, bytes, 1, { totalChunks: 2 }),
      sendChunk(operator, bytes, 2, members, last),
      sendChunk(operator, bytes, 1, { totalChunks: 2 }),
    ])
    expect((await test(operator, bytes)).uploaded).toBe(false)
    const { data } = await merge(operator, bytes, 'long.bin')
    expect((await bytesOf(operator, data.url)).bytes.equals(bytes)).toBe(true)
  })

  it('refuses a chunk of the wrong length and keeps its neighbours whole', async () => {
    const bytes = randomBytes(2 * CHUNK_SIZE)
    await sendChunk(operator, bytes, 2)
    const long = await sendChunk(operator, bytes, 1, {}, bytes.subarray(0, CHUNK_SIZE + 5))
    expect(long).toMatchObject({ code: 400, msg: '文件分片不完整，请重新上传' })
    expect((await sendChunk(operator, bytes, 1, {}, bytes.subarray(0, 9))).code).toBe(400)
    expect((await sendChunk(operator, bytes, 3)).code).toBe(400)
    expect((await test(operator, bytes)).chunkNumbers).toEqual([2])
    await sendChunk(operator, bytes, 1)
    const { data } = await merge(operator, bytes, 'a.bin')
    expect((await bytesOf(operator, data.url)).bytes.equals(bytes)).toBe(true)
  })

  it('refuses a content that is not what its hash says, and forgets it', async () => {
    const bytes = randomBytes(2000)
    const identifier = md5Of(randomBytes(10))
    await sendChunk(operator, bytes, 1, { identifier })
    const before = blobsOnDisk()
    const answer = await merge(operator, bytes, 'a.bin', { identifier })
    expect(answer).toMatchObject({ code: 400, msg: '文件内容校验不一致，请重新上传' })
    expect(blobsOnDisk()).toBe(before - 1)
    expect(await operator.call('file.testChunk', { ...chunkMembers(bytes, 1), identifier })).toMatchObject({
      chunkNumbers: [],
    })
  })

  it('sends nothing again of what its sender has sent, and gives nobody a file for its hash', async () => {
    const bytes = randomBytes(3000)
    const first = await sendFile(operator, bytes, 'mine.bin')
    const blobs = blobsOnDisk()
    expect(await test(operator, bytes)).toEqual({ uploaded: true, merge: true, chunkNumbers: [] })
    const second = (await merge(operator, bytes, 'again.bin')).data
    expect(second.fileId).not.toBe(first.fileId)
    expect((await bytesOf(operator, second.url)).bytes.equals(bytes)).toBe(true)
    expect(await test(admin, bytes)).toMatchObject({ uploaded: false })
    expect((await merge(admin, bytes, 'theirs.bin')).code).toBe(400)
    const theirs = await sendFile(admin, bytes, 'theirs.bin')
    expect((await bytesOf(admin, theirs.url)).bytes.equals(bytes)).toBe(true)
    expect(blobsOnDisk()).toBe(blobs)
  })

  it('says that the store is full, keeps what came before, and goes on when there is room', async () => {
    const bytes = randomBytes(CHUNK_SIZE + 5)
    await sendChunk(operator, bytes, 1)
    full = true
    expect(await sendChunk(operator, bytes, 2)).toMatchObject({
      code: 500,
      msg: '服务器存储空间不足，文件未保存，请联系管理员',
    })
    expect((await sendWhole(operator, PNG, 'a.png')).code).toBe(500)
    full = false
    expect((await test(operator, bytes)).chunkNumbers).toEqual([1])
    await sendChunk(operator, bytes, 2)
    expect((await merge(operator, bytes, 'a.bin')).code).toBe(200)
  })

  it('takes a merge that a server was ended in', async () => {
    const bytes = randomBytes(2000)
    await sendChunk(operator, bytes, 1)
    const [row] = await server.sql<{ store_upload: string }>(
      'select store_upload from file_upload where identifier = $1',
      [md5Of(bytes)],
    )
    // The blob lies in its place already, and the database knows nothing of it.
    await disk.complete(row?.store_upload ?? '', [])
    const { data } = await merge(operator, bytes, 'a.bin')
    expect((await bytesOf(operator, data.url)).bytes.equals(bytes)).toBe(true)
  })

  it('takes an empty file, and needs a session', async () => {
    const empty = new Uint8Array()
    const file = await sendFile(operator, empty, 'empty.txt')
    expect((await bytesOf(operator, file.url)).bytes.length).toBe(0)
    expect((await sendChunk(server.stranger, randomBytes(5), 1)).code).toBe(600)
  })
})

describe('what a file is called and what it is', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['..', 'file'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['灌溉#计划 “2026”.docx', '灌溉计划 “2026”.docx'],
    [`${'长'.repeat(250)}.docx`, `${'长'.repeat(195)}.docx`],
  ])('%s is kept as %s', async (sent, kept) => {
    const bytes = randomBytes(20)
    const file = await sendFile(operator, bytes, sent)
    const { name } = await operator.call('file.download', { type: 'annex', fileId: file.fileId })
    expect(name).toBe(kept)
  })

  it('shows what is safe by its bytes and only saves what could hold a script', async () => {
    const kinds: readonly (readonly [string, Uint8Array, string, string])[] = [
      ['a.png', PNG, 'image/png', 'inline'],
      ['b.html', PNG, 'image/png', 'inline'],
      ['c.txt', Buffer.from('墒情 23%'), 'text/plain; charset=utf-8', 'inline'],
      ['d.pdf', Buffer.from('%PDF-1.4\n%âãÏÓ\n'), 'application/pdf', 'inline'],
      [
        'e.svg',
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
        'application/octet-stream',
        'attachment',
      ],
      ['f.svg', Buffer.from('<?xml version="1.0"?><svg></svg>'), 'application/octet-stream', 'attachment'],
      [
        'g.png',
        Buffer.from('<!doctype html><script>alert(1)</script>'),
        'application/octet-stream',
        'attachment',
      ],
      [
        'h.txt',
        Buffer.from('\ufeff  <html><body onload=alert(1)>'),
        'application/octet-stream',
        'attachment',
      ],
      ['i.exe', Buffer.from([0x4d, 0x5a, 0, 1, 2, 3]), 'application/x-msdownload', 'attachment'],
    ]
    for (const [name, bytes, type, disposition] of kinds) {
      const file = await sendFile(operator, bytes, name)
      const { response } = await bytesOf(operator, file.url)
      expect([name, response.headers.get('content-type')]).toEqual([name, type])
      expect([name, response.headers.get('content-disposition')?.split(';')[0]]).toEqual([name, disposition])
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('knows office documents, also those whose beginning tells little', async () => {
    const entry = Buffer.alloc(100_000, 1)
    const header = Buffer.from('504b0304140000000800000000000000000000000000', 'hex')
    const sizes = Buffer.alloc(8)
    sizes.writeUInt32LE(entry.length, 0)
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    const tail = Buffer.from([name.length, 0, 0, 0])
    const long = Buffer.concat([header.subarray(0, 18), sizes, tail, name, entry, randomBytes(9)])
    const book = await sendFile(operator, long, 'long.xlsx')
    expect((await operator.call('file.preview', { fileId: book.fileId })).type).toMatch(/zip|openxml/)
    const zip = new ZipFile()
    const words = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
    zip.addBuffer(Buffer.from(`<Types><Override ContentType="${words}"/></Types>`), '[Content_Types].xml')
    zip.addBuffer(Buffer.from('<w:document/>'), 'word/document.xml')
    zip.end()
    const document = await sendFile(operator, await buffer(zip.outputStream), 'a.docx')
    expect((await operator.call('file.preview', { fileId: document.fileId })).type).toContain(
      'wordprocessingml',
    )
  })

  it('takes only images where an image is due', async () => {
    expect((await sendWhole(operator, PNG, 'a.png')).data).toMatchObject({
      fileExtension: 'png',
      fileSize: PNG.length,
    })
    const fake = await sendWhole(operator, Buffer.from('<svg onload="alert(1)"/>'), 'a.png')
    expect(fake).toMatchObject({ code: 400, msg: '请上传图片' })
    const large = await sendWhole(operator, Buffer.concat([PNG, Buffer.alloc(5 * 2 ** 20)]), 'a.png', 'IM')
    expect(large).toMatchObject({ code: 400, msg: '图片大小超过5MB' })
    expect((await post(operator, '/api/file/Uploader/annexpic', formOf({ pathType: 'x' }))).code).toBe(400)
  })
})

describe('reading', () => {
  it('gives parts of a file, and nothing when it has not changed', async () => {
    const bytes = randomBytes(10_000)
    const { url } = await sendFile(operator, bytes, 'r.bin')
    const ranged = async (range: string) => {
      const { response, bytes: part } = await bytesOf(operator, url, { range })
      return [response.status, response.headers.get('content-range'), part.toString('hex')]
    }
    const hex = (start: number, end: number) => bytes.subarray(start, end).toString('hex')
    expect(await ranged('bytes=10-19')).toEqual([206, 'bytes 10-19/10000', hex(10, 20)])
    expect(await ranged('bytes=9990-')).toEqual([206, 'bytes 9990-9999/10000', hex(9990, 10_000)])
    expect(await ranged('bytes=-5')).toEqual([206, 'bytes 9995-9999/10000', hex(9995, 10_000)])
    expect(await ranged('bytes=9990-99999')).toEqual([206, 'bytes 9990-9999/10000', hex(9990, 10_000)])
    expect((await ranged('bytes=10000-')).slice(0, 2)).toEqual([416, 'bytes */10000'])
    expect((await ranged('bytes=0-1,5-6'))[0]).toBe(200)
    const { response } = await bytesOf(operator, url)
    const etag = response.headers.get('etag') ?? ''
    expect((await bytesOf(operator, url, { 'if-none-match': etag })).response.status).toBe(304)
    expect(
      (await bytesOf(operator, url, { range: 'bytes=0-1', 'if-range': '"other"' })).response.status,
    ).toBe(200)
  })

  it('is for its sender alone, by token or by an address that runs out', async () => {
    const bytes = Buffer.from('只给自己')
    const file = await sendFile(operator, bytes, 'own.txt')
    expect((await (await admin.fetch(file.url)).json()).code).toBe(404)
    expect((await (await server.stranger.fetch(file.url)).json()).code).toBe(600)
    await expect(admin.call('file.download', { type: 'annex', fileId: file.fileId })).rejects.toMatchObject({
      code: 404,
    })
    await expect(admin.call('file.preview', { fileId: file.fileId })).rejects.toMatchObject({ code: 404 })
    const save = await operator.call('file.download', { type: 'annex', fileId: file.fileId })
    const saved = await bytesOf(server.stranger, save.url)
    expect(saved.bytes.toString()).toBe('只给自己')
    expect(saved.response.headers.get('content-disposition')).toMatch(/^attachment/)
    const show = await operator.call('file.preview', { fileId: file.fileId })
    expect(show).toMatchObject({ name: 'own.txt', type: 'text/plain; charset=utf-8', fileSize: bytes.length })
    expect((await bytesOf(server.stranger, show.url)).response.headers.get('content-disposition')).toMatch(
      /^inline/,
    )
    const forged = save.url.replace('save', 'show')
    expect((await (await server.stranger.fetch(forged)).json()).code).toBe(404)
    const stretched = save.url.replace(/\.([a-z\d]+)\.([\w-]+)$/, '.zzzzzzzzz.$2')
    expect((await (await server.stranger.fetch(stretched)).json()).code).toBe(404)
  })

  it('packs files into one, names told apart, only those that may be read', async () => {
    const one = await sendFile(operator, Buffer.from('一'), '报告.txt')
    const two = await sendFile(operator, Buffer.from('二'), '报告.txt')
    const wanted = [one, two].map(({ fileId }) => ({ fileId, fileName: '报告.txt' }))
    const { downloadVo, downloadName } = await operator.call('file.package', {
      type: 'annex',
      body: wanted as never,
    })
    expect(downloadName).toMatch(/^附件_\d{14}\.zip$/)
    const { bytes } = await bytesOf(server.stranger, downloadVo.url)
    const text = bytes.toString('utf8')
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(text).toContain('报告.txt')
    expect(text).toContain('报告 (1).txt')
    await expect(admin.call('file.package', { type: 'annex', body: wanted as never })).rejects.toMatchObject({
      code: 400,
    })
  })

  it('serves no name but an id', async () => {
    for (const name of ['..%2f..%2fetc%2fpasswd', 'x.png', `${'0'.repeat(32)}.png`])
      expect((await (await operator.fetch(`/api/file/Image/annex/${name}`)).json()).code).not.toBe(200)
  })
})

describe('cleaning', () => {
  it('throws away yesterday’s files that nothing refers to, waiting chunks, and what a crash left', async () => {
    const old = await sendFile(operator, randomBytes(100), 'old.bin')
    const fresh = await sendFile(operator, randomBytes(100), 'fresh.bin')
    const waiting = randomBytes(CHUNK_SIZE + 1)
    await sendChunk(operator, waiting, 1)
    await disk.put('crashed00001', (await import('node:stream')).Readable.from([Buffer.from('x')]))
    const before = blobsOnDisk()
    await server.sql(`insert into file_trash values ('crashed00001', null, now() - interval '2 days')`)
    await server.sql(`update file set created_at = now() - interval '2 days' where id = $1`, [
      old.fileVersionId,
    ])
    await server.sql(`update file_content set created_at = now() - interval '2 days'`)
    await server.sql(`update file_upload set used_at = now() - interval '2 days' where identifier = $1`, [
      md5Of(waiting),
    ])
    await server.server.services.files.clean()
    expect(blobsOnDisk()).toBe(before - 3)
    expect((await (await operator.fetch(old.url)).json()).code).toBe(404)
    expect((await operator.fetch(fresh.url)).headers.get('content-disposition')).toMatch(/fresh/)
    expect((await test(operator, waiting)).chunkNumbers).toEqual([])
  })
})
