import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { compileFormData } from '../../form'
import { compileColumnData } from '../../list'
import { designedRows, questionOf, releasedFields, unreleasedColumns } from './released'

const field = (jnpfKey: string, formId: number, name: string) => ({
  __vModel__: name,
  __config__: { jnpfKey, formId, label: name },
})
const table = (formId: number, name: string, children: readonly object[]) => ({
  __vModel__: name,
  __config__: { jnpfKey: 'table', formId, label: name, children },
})
const RELEASED = {
  fields: [
    field('input', 1, 'no'),
    field('select', 2, 'kind'),
    field('input', 3, 'gone'),
    table(5, 'items', [field('input', 6, 'item')]),
  ],
}
/** Fields are called otherwise, one has become another widget, one is new and has the name of one that is gone. */
const DESIGNED = {
  fields: [
    field('input', 1, 'number'),
    field('input', 2, 'kind'),
    field('input', 4, 'fresh'),
    table(5, 'lines', [field('input', 6, 'material')]),
  ],
}
const planOf = (form: object) => compileFormData(JSON.stringify(form), { id: 'm', catalogue })
const [released, designed] = [planOf(RELEASED), planOf(DESIGNED)]
const fields = releasedFields(RELEASED, DESIGNED, catalogue)

const test = (name: string) => ({ field: name, symbol: '==', fieldValue: '1', fieldValueType: 2 })
const filter = (...names: readonly string[]) => ({
  ruleList: { matchLogic: 'and', conditionList: [{ logic: 'or', groups: names.map(test) }] },
})

describe('records of the released model under a list that is designed', () => {
  it('stand under the names of the draft, whatever their fields are called in what is released', () => {
    const row = {
      ...{ id: 'r1', no: 'A1', kind: '甲', kind_id: 'a', gone: 'x', items: [{ item: '钢' }], version: 3 },
    }
    expect(designedRows([row], fields, { released, designed })).toEqual([
      { id: 'r1', number: 'A1', kind: '甲', lines: [{ material: '钢' }] },
    ])
  })

  it('keep a raw value beside its text for the same widget, and take no other field for one', () => {
    const form = { fields: [field('select', 2, 'kind'), field('input', 1, 'no'), field('input', 7, 'no_id')] }
    const same = releasedFields(form, form, catalogue)
    const row = { id: 'r1', kind: '甲', kind_id: 'a', no: 'A1', no_id: 'other' }
    const plan = planOf(form)
    const [shown] = designedRows([row], same, { released: plan, designed: plan })
    expect(shown).toEqual(row)
    const without = { fields: form.fields.slice(0, 2) }
    const [less] = designedRows([row], releasedFields(form, without, catalogue), {
      ...{ released: plan, designed: planOf(without) },
    })
    expect(less).toEqual({ id: 'r1', kind: '甲', kind_id: 'a', no: 'A1' })
  })

  it('are asked for by the order and the permanent filter of the draft', () => {
    const asked = questionOf(
      filter('number', 'lines-material'),
      { sort: { field: 'number', order: 'asc' } },
      fields,
      released,
    )
    expect(asked).toMatchObject({ sidx: 'no', sort: 'asc', isUnfiltered: false })
    expect(asked.superQuery).toEqual(filter('no', 'items-item').ruleList)
  })

  it('are not asked for by half a filter, nor by an order of what is not released', () => {
    const asked = questionOf(
      filter('number', 'fresh'),
      { sort: { field: 'fresh', order: 'asc' } },
      fields,
      released,
    )
    expect(asked).toEqual({ sidx: '', sort: '', superQuery: null, isUnfiltered: true })
    const none = questionOf({ ruleList: { conditionList: [] } }, { sort: null }, fields, released)
    expect(none).toMatchObject({ superQuery: null, isUnfiltered: false })
  })

  it('have no values for columns that the released list does not show', () => {
    const list = (form: typeof released, ...props: readonly string[]) =>
      compileColumnData({ type: 1, columnList: props.map((prop) => ({ prop })) }, form, { id: 'm' })
    const drawn = list(designed, 'number', 'kind', 'fresh')
    expect(unreleasedColumns(drawn, fields, list(released, 'no'))).toEqual(['kind', 'fresh'])
  })
})
