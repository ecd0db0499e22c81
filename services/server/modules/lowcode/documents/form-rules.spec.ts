import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileForm } from '@runtime/form'
import { isRecord } from '@runtime/json'
import { resourceForms } from '@services/contract/resources'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { judgingForms } from './form-rules'
import { openDocuments } from './store'

const FOLDER = 'schemas'
const store = openDocuments(FOLDER)
const formOf = (resource: unknown) => resourceForms.get(String(resource))

/** Dialogs of the pages that fill in a form and save it as a whole resource. */
const dialogs = readdirSync(join(FOLDER, 'pages'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.page.json'))
  .flatMap((file) => {
    const { dialogs: own = {} } = JSON.parse(readFileSync(join(FOLDER, 'pages', file), 'utf8')) as {
      dialogs?: Readonly<Record<string, unknown>>
    }
    return Object.values(own)
      .filter(isRecord)
      .map(({ form, save }) => ({ form, save }))
  })

describe('the forms that judge calls', () => {
  it.each(judgingForms)('%s is there, sound, and of the resource that names it', (file) => {
    const document = store.read(file)
    expect(document?.problems).toEqual([])
    expect(formOf((document?.content as { resource?: string } | null)?.resource)).toBe(
      file.replace('forms/', ''),
    )
    expect(() => compileForm(document?.content, { id: file, catalogue, file })).not.toThrow()
  })

  it('are those that people fill in: a dialog that saves such a resource has no other form', () => {
    const saved = dialogs.filter(({ save, form }) => typeof form === 'string' && formOf(save) !== undefined)
    expect(saved.length).toBeGreaterThan(8)
    for (const { form, save } of saved) expect([save, form]).toEqual([save, formOf(save)])
  })
})
