import { compileFormData } from '@runtime/form'
import { compileColumnData } from '@runtime/list'
import { type PermissionEntry, permissionsOf } from '@runtime/permission/permission'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { field, modelOf, table } from '../specs/models'
import { type Exit, openTo } from './open'

const source = modelOf({
  enCode: 'opened',
  fields: [field('input', 'a'), field('input', 'off'), table('items', [field('input', 'part')])],
  columns: ['a', 'items-part'],
  list: { useFormPermission: true, useColumnPermission: true },
})
const form = compileFormData(source['formData'] as object, { id: 'opened', catalogue })
const list = compileColumnData(source['columnData'] as object, form, { id: 'opened' })

const EXITS: readonly Exit[] = ['form', 'list', 'elsewhere']
/** By which exits a field is open, with these switched on and these granted. */
function openBy(
  path: string,
  on: { form?: readonly string[]; columns?: readonly string[] },
): readonly Exit[] {
  const codes = (names: readonly string[] = []) => names.map((enCode) => ({ enCode }))
  const entry: PermissionEntry = { modelId: 'm', button: [], column: codes(on.columns), form: codes(on.form) }
  const enforce = { buttons: false, columns: on.columns !== undefined, form: on.form !== undefined }
  const open = openTo({ form, list }, permissionsOf(entry, enforce, false), enforce.columns)
  return EXITS.filter((exit) => open({ path }, exit))
}

describe('a value leaves', () => {
  it.each([
    ['by every way where nothing is switched on', 'a', {}, EXITS],
    ['by none where it is closed in the form and nobody speaks of columns', 'a', { form: [] }, []],
    ['by the form alone where its column is closed', 'a', { columns: [] }, ['form']],
    ['by none where both are closed', 'a', { form: [], columns: [] }, []],
    ['by the list alone where only its column is granted', 'a', { form: [], columns: ['a'] }, ['list']],
    ['by the form alone where only its field is', 'a', { form: ['a'], columns: [] }, ['form']],
    ['by every way where both are', 'a', { form: ['a'], columns: ['a'] }, EXITS],
    ['by the form’s right where it is no column', 'off', { form: [], columns: ['off'] }, []],
    [
      'by every way where it is no column and the form grants it',
      'off',
      { form: ['off'], columns: [] },
      EXITS,
    ],
    ['by none out of a sub-table that is closed', 'items.part', { form: ['items-part'] }, []],
    ['by every way out of one that is open', 'items.part', { form: ['items', 'items-part'] }, EXITS],
    [
      'by the list where its column is granted',
      'items.part',
      { form: [], columns: ['items-part'] },
      ['list'],
    ],
  ] as const)('%s', (_, path, on, exits) => {
    expect(openBy(path, on)).toEqual(exits)
  })
})
