import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calls } from '@services/contract/calls'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { type CheckEnvironment, checkDocument, kindOf, languageSchemas } from './index'

const folder = fileURLToPath(new URL('../../schemas/', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
  file.replaceAll('\\', '/'),
)
const read = (file: string) => readFileSync(folder + file, 'utf8')

const localeKeys = new Set(
  files
    .filter((file) => file.startsWith('locales/'))
    .flatMap((file) => Object.keys(JSON.parse(read(file))).map((key) => `${file.slice(8, -5)}.${key}`)),
)
const environment: CheckEnvironment = {
  catalogue,
  callNames: Object.keys(calls),
  exists: (file) => files.includes(file),
  files,
  localeKeys,
}

describe('the documents under schemas/', () => {
  const documents = files.filter((file) => file.endsWith('.json') && kindOf(file) !== 'other')

  it('are there', () => {
    expect(documents.length).toBeGreaterThan(5)
  })

  it.each(documents)('%s is sound', (file) => {
    expect(checkDocument(file, read(file), environment).problems).toEqual([])
  })
})

describe('schemas/language/', () => {
  // Written anew by: npx vitest run --project unit runtime/document -u
  it.each(Object.entries(languageSchemas(environment)))(
    '%s is what the registries make',
    async (file, schema) => {
      await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(`${folder}language/${file}`)
    },
  )
})
