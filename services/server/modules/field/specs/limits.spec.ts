import { readFileSync } from 'node:fs'
import { LIMITS } from '@runtime/field/interlock/limits'
import { LIMIT_NAMES } from '@services/contract/areas/field-admin'
import { describe, expect, it } from 'vitest'

interface Field {
  readonly name: string
  readonly widget: string
  readonly min?: number
  readonly max?: number
  readonly addonAfter?: string
  readonly placeholder?: { readonly en: string }
}
const documentOf = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../schemas/${path}`, import.meta.url), 'utf8'))

describe('the limits of the interlocks', () => {
  it('are all in the call that sets them', () => {
    expect(LIMIT_NAMES).toEqual(Object.keys(LIMITS))
  })
  it('are all in the dialog, with their bounds, unit and default, which stand where they are typed', () => {
    const fields: Field[] = documentOf('forms/field/limits.form.json').fields
    const asked = fields.filter(({ widget }) => widget === 'number-input')
    expect(
      asked.map(({ name, min, max, addonAfter = '', placeholder }) => [
        name,
        min,
        max,
        addonAfter,
        placeholder?.en,
      ]),
    ).toEqual(
      Object.entries(LIMITS).map(([name, { min, max, unit, value }]) => [
        name,
        min,
        max,
        unit,
        `Default ${value} (${min} to ${max})`,
      ]),
    )
  })
  it('are all sent', () => {
    const { limits } = documentOf('pages/field/projects.page.json').dialogs
    expect(Object.keys(limits.submit[0].with)).toEqual(['id', ...LIMIT_NAMES, 'rowVersion'])
  })
})
