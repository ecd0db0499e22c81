// The same table as a plain script writes it: `node plain.mjs <database> <model> <file>`. Rows by a cursor, their values as they are
// kept into XML, the zip library of the product; no rights, no names, no choices.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { ZipFile } from 'yazl'

const [databaseUrl, modelId, path] = process.argv.slice(2)
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const cell = (value) =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t>${String(value ?? '').replace(/[&<>]/g, (sign) => SIGNS[sign])}</t></is></c>`

async function* sheet() {
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
  await client.query('begin')
  await client.query({
    text: 'declare rows cursor for select data from record where model_id = $1 order by created_at desc, id desc',
    values: [modelId],
  })
  while (true) {
    const { rows } = await client.query('fetch 1000 from rows')
    if (rows.length === 0) break
    yield rows.map(({ data }) => `<row>${Object.values(data).map(cell).join('')}</row>`).join('')
  }
  yield '</sheetData></worksheet>'
}

const zip = new ZipFile()
zip.addReadStream(Readable.from(sheet()), 'xl/worksheets/sheet1.xml')
zip.end()
await pipeline(zip.outputStream, createWriteStream(path))
await client.end()
