import { describe, expect, it } from 'vitest'
import { permissionsOf } from './permission'

const entry = (...form: string[]) => ({
  modelId: 'm',
  ...{ button: [], column: [] },
  form: form.map((enCode) => ({ enCode })),
})
const ON = { buttons: true, columns: true, form: true }

describe('a form field', () => {
  it.each([
    ['by its own code', ['a'], [true, true]],
    ['by that of seeing it', ['a@read'], [true, false]],
    ['by both', ['a@read', 'a'], [true, true]],
    ['by that of another', ['ab@read', 'b'], [false, false]],
  ])('is seen, and filled in, %s', (_, codes, may) => {
    const { form, fill } = permissionsOf(entry(...codes), ON, false)
    expect([form('a'), fill('a')]).toEqual(may)
  })

  it('is open to all where fields are not granted, and to an administrator', () => {
    for (const [on, isAdministrator] of [[{ ...ON, form: false }, false] as const, [ON, true] as const]) {
      const { form, fill } = permissionsOf(entry(), on, isAdministrator)
      expect([form('a'), fill('a')]).toEqual([true, true])
    }
  })
})
