import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { compileSchema } from './compile'
import type { Draft, JsonSchema } from './json-schema'
import type { SchemaOptions } from './types'

const suite = fileURLToPath(new URL('../../tests/fixtures/json-schema-test-suite', import.meta.url))
const metaschemas = join(dirname(createRequire(import.meta.url).resolve('ajv/package.json')), 'dist/refs')

interface Group {
  readonly description: string
  readonly schema: JsonSchema | boolean
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[]
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
}

/** What the suite's references name: its own remote schemas, as if a server had them, and the drafts' own. */
const documents = Object.fromEntries([
  ...jsonFiles(join(suite, 'remotes')).map((file) => [
    `http://localhost:1234/${file}`,
    read(join(suite, 'remotes', file)),
  ]),
  ...[
    'json-schema-draft-07.json',
    ...jsonFiles(join(metaschemas, 'json-schema-2020-12')).map((file) => `json-schema-2020-12/${file}`),
  ]
    .map((file) => read(join(metaschemas, file)) as { readonly $id: string })
    .map((schema) => [schema.$id, schema]),
]) as Readonly<Record<string, JsonSchema>>

/** What is not claimed, and why: a file of the suite, or one test of it. */
const NOT_CLAIMED: Readonly<Record<string, string>> = {
  'draft2020-12/vocabulary.json: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number, but it still validates':
    'a metaschema of somebody’s own is not read: a schema of ours is judged by all keywords',
  'draft2020-12/optional/ecmascript-regex.json: \\a is not an ECMA 262 control escape: when used as a pattern':
    'a pattern that only the older syntax allows is read by that, as models have such',
  'draft7/optional/content.json': 'encoded content is not decoded, as 2020-12 says',
  'draft7/optional/cross-draft.json': 'it names a schema of draft 2019-09',
  'draft2020-12/optional/cross-draft.json': 'it names a schema of draft 2019-09',
  ...Object.fromEntries(
    ['draft7', 'draft2020-12'].flatMap((draft) =>
      ['idn-email', 'idn-hostname', 'iri', 'iri-reference', 'uri-template'].map((format) => [
        `${draft}/optional/format/${format}.json`,
        'the format is an annotation',
      ]),
    ),
  ),
}

const isExcused = (name: string) => Object.hasOwn(NOT_CLAIMED, name)

function wrong(group: Group, place: string, options: SchemaOptions): string[] {
  return group.tests
    .filter(({ data, valid }) => verdict(group.schema, data, options) !== valid)
    .map(({ description }) => `${place}: ${group.description}: ${description}`)
}

function verdict(schema: JsonSchema | boolean, data: unknown, options: SchemaOptions): boolean | string {
  try {
    return compileSchema(schema, options)(data).length === 0
  } catch (error) {
    return String(error)
  }
}

describe.each<[string, Draft]>([
  ['draft7', 'draft-07'],
  ['draft2020-12', '2020-12'],
])('the suite of JSON Schema for %s', (folder, draft) => {
  const place = join(suite, 'tests', folder)
  const plain: SchemaOptions = { draft, documents }
  const asserting: SchemaOptions = { ...plain, assertsFormats: true }

  const wrongIn = (file: string) =>
    (read(join(place, file)) as readonly Group[]).flatMap((group) =>
      wrong(group, `${folder}/${file}`, file.startsWith('optional/format') ? asserting : plain),
    )

  it.each(jsonFiles(place).filter((file) => !isExcused(`${folder}/${file}`)))('%s', (file) => {
    expect(wrongIn(file).filter((name) => !isExcused(name))).toEqual([])
  })

  it('excuses nothing that holds', () => {
    const all = jsonFiles(place).flatMap((file) => wrongIn(file))
    const excused = Object.keys(NOT_CLAIMED).filter((name) => name.startsWith(`${folder}/`))
    expect(excused.filter((name) => !all.some((one) => one === name || one.startsWith(`${name}:`)))).toEqual(
      [],
    )
  })
})
