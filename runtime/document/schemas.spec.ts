import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { languageFiles } from '@services/server/language-files'
import { describe, expect, it } from 'vitest'
import { shippedDocuments } from '../../tests/fixtures/shipped-documents'
import type { JsonSchema } from '../schema/json-schema'
import { kindOf } from './index'

const folder = fileURLToPath(new URL('../../schemas', import.meta.url))
const project = shippedDocuments()

describe('the documents under schemas/', () => {
  it('are there', () => {
    expect(project.files.filter((file) => kindOf(file) !== 'other').length).toBeGreaterThan(50)
  })

  it.each(project.files)('%s is sound, beside the others', (file) => {
    expect(project.check(file)?.problems).toEqual([])
  })
})

const files = [...languageFiles(folder)]

describe('schemas/language/', () => {
  it.each(files)('%s is what the registries make', (file, text) => {
    const isCurrent = readFileSync(`${folder}/language/${file}`, 'utf8') === text
    expect(isCurrent, `schemas/language/${file} is not current: npm run schemas writes it`).toBe(true)
  })

  it.each(files)('%s says what each word means and how it is written, in 150 KB', (_file, text) => {
    const schema = JSON.parse(text) as JsonSchema
    expect(text.length).toBeLessThanOrEqual(150 * 1024)
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
  })
})
