import { fileURLToPath } from 'node:url'
import { calls } from '@services/contract/calls'
import { resources } from '@services/contract/resources'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { shippedDocuments } from '../../tests/fixtures/shipped-documents'
import { shippedMessages } from '../../tests/fixtures/shipped-messages'
import type { JsonSchema } from '../schema/json-schema'
import { createTranslator } from '../text'
import { kindOf, languageSchemas, schemaText } from './index'

const folder = fileURLToPath(new URL('../../schemas/', import.meta.url))
const project = shippedDocuments()

describe('the documents under schemas/', () => {
  it('are there', () => {
    expect(project.files.filter((file) => kindOf(file) !== 'other').length).toBeGreaterThan(50)
  })

  it.each(project.files)('%s is sound, beside the others', (file) => {
    expect(project.check(file)?.problems).toEqual([])
  })
})

const schemas = languageSchemas({
  catalogue,
  callNames: Object.keys(calls),
  resources,
  ...project.codes,
  text: createTranslator('en', shippedMessages()).text,
})

describe('schemas/language/', () => {
  // Written anew by: npx vitest run --project unit runtime/document -u
  it.each(Object.entries(schemas))('%s is what the registries make', async (file, schema) => {
    await expect(schemaText(schema)).toMatchFileSnapshot(`${folder}language/${file}`)
  })

  it.each(Object.entries(schemas))(
    '%s says what each word means and how it is written, in 150 KB',
    (_file, schema) => {
      expect(schemaText(schema).length).toBeLessThanOrEqual(150 * 1024)
      const definitions = schema.$defs ?? {}
      const bare: string[] = []
      const walk = (value: unknown, place: string) => {
        if (typeof value !== 'object' || value === null) return
        const { properties, description } = value as JsonSchema
        // Editors show it as it is: a key says nothing.
        if (typeof description === 'string' && description.startsWith('@'))
          bare.push(`${place}: ${description}`)
        for (const [key, word] of Object.entries(properties ?? {})) {
          const known = word.$ref ? { ...definitions[word.$ref.replace('#/$defs/', '')], ...word } : word
          const { description = '', examples = [] } = known as JsonSchema & { examples?: unknown[] }
          if (!place.endsWith('/if') && (description === '' || examples.length === 0))
            bare.push(`${place}/${key}`)
        }
        for (const [key, member] of Object.entries(value))
          if (key !== 'examples') walk(member, `${place}/${key}`)
      }
      walk(schema, '')
      expect(bare).toEqual([])
    },
  )
})
