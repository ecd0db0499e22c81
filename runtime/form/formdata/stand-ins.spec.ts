import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import standInForm from '../../../schemas/forms/development/foreign.form.json'
import { compileFormData } from '../index'
import { chosenBefore, foreignWidgets, mayStandFor, STAND_INS, withStandIns } from './stand-ins'

const node = (jnpfKey: string, name: string, label: string, config = {}) => ({
  ...(name !== '' && { __vModel__: name }),
  __config__: { jnpfKey, label, ...config },
})
const FORM = {
  fields: [
    node('self-upload', 'pic', '照片'),
    node('magic-box', '', '盒子', {
      children: [node('self-upload', 'plate', '铭牌'), node('input', 'no', '编号')],
    }),
    node('time-select', 'at', '时间'),
    { __vModel__: 'tagged', __config__: { tag: 'vendor-thing', label: '只有标签' } },
  ],
}
const compiled = (form: object) => compileFormData(form, { id: 'm', catalogue })

describe('widgets from elsewhere', () => {
  it('are found once each, with where they stand and what their names say that they are', () => {
    expect(foreignWidgets(compiled(FORM), catalogue)).toEqual([
      { name: 'self-upload', labels: ['照片', '铭牌'], places: 2, holds: false, suggested: 'uploadImg' },
      { name: 'magic-box', labels: ['盒子'], places: 1, holds: true, suggested: 'card' },
      { name: 'time-select', labels: ['时间'], places: 1, holds: false, suggested: 'timePicker' },
      { name: 'vendor-thing', labels: ['只有标签'], places: 1, holds: false, suggested: '' },
    ])
  })

  it('become what is chosen for them, in the form and in its list, and say what they came as', () => {
    const chosen = new Map([
      ['self-upload', 'uploadImg'],
      ['magic-box', 'card'],
      ['vendor-thing', 'input'],
    ])
    const made = withStandIns(FORM, chosen)
    const { fields, losses } = compiled(made)
    expect(['pic', 'plate', 'tagged', 'at'].map((path) => fields.get(path)?.widget)).toEqual([
      'image-upload',
      'image-upload',
      'input',
      'unknown',
    ])
    expect(losses.map(({ pointer }) => pointer)).toEqual(['/fields/2'])
    expect(chosenBefore(made)).toEqual(chosen)
    const list = {
      columnList: [
        { prop: 'pic', jnpfKey: 'self-upload' },
        { prop: 'no', jnpfKey: 'input' },
      ],
    }
    expect(withStandIns(list, chosen).columnList).toEqual([
      { prop: 'pic', jnpfKey: 'uploadImg' },
      { prop: 'no', jnpfKey: 'input' },
    ])
    expect(withStandIns(FORM, new Map([['elsewhere', 'input']])), 'nothing to do').toBe(FORM)
  })

  it('become widgets that are there; what holds others goes on holding them', () => {
    for (const name of [...STAND_INS.places, ...STAND_INS.holders])
      expect(catalogue.byJnpfKey(name), name).toBeDefined()
    expect(mayStandFor({ holds: true }, 'input')).toBe(false)
    expect(mayStandFor({ holds: false }, 'card')).toBe(false)
    expect(mayStandFor({ holds: false }, 'billRule')).toBe(false)
  })

  it('are chosen in a form that offers all of these, and no others', () => {
    const offered = standInForm.fields.map(({ columns }) => columns[2]?.options?.map(({ value }) => value))
    expect(offered).toEqual([STAND_INS.places, STAND_INS.holders])
  })
})
