import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'

/** Rows below the heads of a workbook's sheets, which is read through and never held. */
export async function rowsOfWorkbook(path) {
  let rows = 0
  for (const { name, at, size } of await entriesOf(path)) {
    if (!name.startsWith('xl/worksheets/')) continue
    const packed = createReadStream(path, { start: at, end: at + size - 1 })
    rows += (await occurrences(packed.pipe(createInflateRaw()), '<row')) - 1
  }
  return rows
}

/** Lines below the head of a text file. */
export const linesOf = async (path) => (await occurrences(createReadStream(path), '\n')) - 1

async function occurrences(stream, word) {
  let found = 0
  let rest = ''
  for await (const chunk of stream) {
    const text = rest + chunk.toString('latin1')
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) found += 1
    rest = word.length > 1 ? text.slice(1 - word.length) : ''
  }
  return found
}

/** What a zip's own directory says, at its end, of where its parts lie. */
async function entriesOf(path) {
  const file = await open(path)
  try {
    const { size: length } = await file.stat()
    const tail = await bytesOf(file, Math.max(0, length - 65_557), Math.min(length, 65_557))
    const end = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
    if (end < 0) throw new Error(`${path} has no end: it is no zip`)
    const directory = await bytesOf(file, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
    const entries = []
    for (let at = 0; at < directory.length; ) {
      const [name, extra, comment] = [28, 30, 32].map((member) => directory.readUInt16LE(at + member))
      const start = directory.readUInt32LE(at + 42)
      const local = await bytesOf(file, start, 30)
      entries.push({
        name: directory.toString('utf8', at + 46, at + 46 + name),
        at: start + 30 + local.readUInt16LE(26) + local.readUInt16LE(28),
        size: directory.readUInt32LE(at + 20),
      })
      at += 46 + name + extra + comment
    }
    return entries
  } finally {
    await file.close()
  }
}

async function bytesOf(file, position, length) {
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer
}
