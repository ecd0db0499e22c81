import { LIMITS } from '@runtime/field/interlock/limits'
import { LIMIT_NAMES } from '@services/contract/areas/field/field-admin'
import { resources } from '@services/contract/resources'
import { describe, expect, it } from 'vitest'
import { shippedDocuments } from '../../../../../../tests/fixtures/shipped-documents'

interface Field {
  readonly name: string
  readonly widget: string
  readonly min?: number
  readonly max?: number
  readonly addonAfter?: string
  readonly placeholder?: { readonly en: string }
}

describe('the limits of the interlocks', () => {
  it('are all in the call that sets them', () => {
    expect(LIMIT_NAMES).toEqual(Object.keys(LIMITS))
  })
  it('are all in the dialog, with their bounds, unit and default, which stand where they are typed', () => {
    const { content } = shippedDocuments().check('forms/field/limits.form.json') ?? {}
    const { fields } = content as { readonly fields: readonly Field[] }
    const requested = fields.filter(({ widget }) => widget === 'number-input')
    expect(
      requested.map(({ name, min, max, addonAfter = '', placeholder }) => [
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
    expect(resources['fieldLimits']?.accepts.update).toEqual([...LIMIT_NAMES, 'rowVersion'])
  })
})
