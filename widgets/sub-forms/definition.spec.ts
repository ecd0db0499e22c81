import { compileForm, createFormStore, evaluateRecord } from '@runtime/form'
import { describe, expect, it } from 'vitest'
import { testHost } from '../../tests/fixtures/form-kit'
import { catalogue } from '../definitions'

const CONTACTS = {
  name: 'contacts',
  widget: 'sub-forms',
  label: '联系人',
  min: 1,
  max: 2,
  fields: [
    { name: 'fullName', widget: 'input', label: '姓名', required: true },
    { name: 'kind', widget: 'input' },
    { name: 'mail', widget: 'input', visible: "kind == 'mail'", required: true },
    { name: 'copy', widget: 'input', valid: 'copy == fullName', message: '不一致' },
  ],
}
const plan = (field: object = CONTACTS) => compileForm({ fields: [field] }, { id: 'f', catalogue })
const validate = (contacts: unknown) =>
  evaluateRecord(plan(), { contacts }, testHost(), { creating: true }).errors.map(({ path }) => path)

describe('a list of sub-forms', () => {
  it('begins with as many as there have to be', () => {
    expect(createFormStore(plan(), testHost()).table('contacts').state.ids).toHaveLength(1)
    expect(createFormStore(plan({ ...CONTACTS, min: 0 }), testHost()).table('contacts').state.ids).toEqual([])
  })

  it('has the rules of the form in each, in the browser and on the server', () => {
    const store = createFormStore(plan(), testHost())
    const contacts = [{ fullName: 'a', kind: 'mail', copy: 'b' }, { fullName: '' }]
    store.load({ contacts }, 'existing')
    const wrong = ['contacts.0.mail', 'contacts.0.copy', 'contacts.1.fullName']
    expect(store.validate().map(({ path }) => path)).toEqual(wrong)
    expect(validate(contacts)).toEqual(wrong)
  })

  it('counts: too few, too many, enough', () => {
    const one = { fullName: 'a' }
    expect(validate([])).toEqual(['contacts'])
    expect(validate([one, one, one])).toEqual(['contacts'])
    expect(validate([one, one])).toEqual([])
  })

  it('keeps the ids of stored ones and sends no others', () => {
    const store = createFormStore(plan(), testHost())
    store.load({ contacts: [{ id: 'x', fullName: 'a' }] }, 'existing')
    store.table('contacts').insert([{ fullName: 'b' }])
    expect(store.collect()['contacts']).toMatchObject([{ id: 'x', fullName: 'a' }, { fullName: 'b' }])
    expect((store.collect()['contacts'] as object[])[1]).not.toHaveProperty('id')
  })
})
