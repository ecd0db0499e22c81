import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileForm, inputErrors } from '@runtime/form'
import type { FormRecord } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { resourceForms } from '@services/contract/resources'
import { testHost } from '@tests/fixtures/form-kit'
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
  it.each([...resourceForms])(
    'that of %s, %s, is there, sound, and of the resource that names it',
    (name, form) => {
      const file = `forms/${form}`
      expect(judgingForms).toContain(file)
      const document = store.read(file)
      expect(document?.problems).toEqual([])
      const [resource, act] = name.split('.')
      // A form of acts may be that of several resources.
      expect((document?.content as { resource?: string } | null)?.resource ?? (act && resource)).toBe(
        resource,
      )
      expect(() => compileForm(document?.content, { id: file, catalogue, file })).not.toThrow()
    },
  )

  it('are those that people fill in: a dialog that saves such a resource has no other form', () => {
    const saved = dialogs.filter(({ save, form }) => typeof form === 'string' && formOf(save) !== undefined)
    expect(saved.length).toBeGreaterThan(8)
    for (const { form, save } of saved) expect([save, form]).toEqual([save, formOf(save)])
  })
})

describe('the choices of a form', () => {
  const errors = (fields: unknown[], input: FormRecord) =>
    inputErrors(compileForm({ fields }, { id: 'f', catalogue }), input, testHost(), { creating: true }).map(
      ({ path }) => path,
    )

  it('refuse a choice that the document does not offer', () => {
    const options = [
      { value: 1, label: 'a' },
      { value: 3, label: 'b', children: [{ value: 4, label: 'c' }] },
    ]
    const of = (kind: unknown, widget = 'select') => errors([{ name: 'kind', widget, options }], { kind })
    expect([of('1'), of(''), of('2'), of(undefined)]).toEqual([[], [], ['kind'], []])
    expect([of(4, 'tree-select'), of(5, 'tree-select')]).toEqual([[], ['kind']])
  })

  it('refuse none where a field is hidden, or where its choices are fetched', () => {
    const hidden = { name: 'kind', widget: 'radio', options: [{ value: 1, label: 'a' }], visible: 'n == 1' }
    const fields = [{ name: 'n', widget: 'number-input' }, hidden]
    expect(errors(fields, { n: 2, kind: 9 })).toEqual([])
    expect(errors(fields, { n: 1, kind: 9 })).toEqual(['kind'])
    const fetched = {
      name: 'kind',
      widget: 'select',
      options: { call: 'crop.list', value: 'id', label: 'name' },
    }
    expect(errors([fetched], { kind: 9 })).toEqual([])
  })
})
