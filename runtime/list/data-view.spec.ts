import { catalogue } from '@widgets/definitions'
import { expect, it } from 'vitest'
import { compileFormData } from '../form'
import { compileColumnData } from './column-data'
import { fieldsOfView, formOfView } from './data-view'

const LIST = {
  ...{ type: 5, interfaceId: 'i1', parentField: 'parent', subField: 'code', treeLazyType: 1 },
  ...{ useDataPermission: true, useColumnPermission: true },
  columnList: [
    { prop: 'code', label: '编码' },
    { prop: 'power', label: '功率', jnpfKey: 'inputNumber' },
  ],
  searchList: [{ prop: 'parent', fullName: '上级' }],
  btnsList: [{ value: 'add' }, { value: 'download' }, { value: 'batchRemove' }],
  columnBtnsList: [{ value: 'detail' }],
  customBtnsList: [{ value: 'btn_1', label: '停泵', event: { btnType: 3, interfaceId: 'stop' } }],
}

it('has the fields that its list speaks of, and what a list without records can do', () => {
  const fields = fieldsOfView(JSON.stringify(LIST))
  expect(fields).toEqual([
    { field: 'code', label: '编码', isNumeric: false },
    { field: 'power', label: '功率', isNumeric: true },
    { field: 'parent', label: '上级', isNumeric: false },
  ])
  const form = compileFormData(formOfView(fields), { id: 'v', catalogue, title: '' })
  const plan = compileColumnData(LIST, form, { id: 'v', isView: true })
  expect(plan).toMatchObject({ interfaceId: 'i1', kind: 'tree-table', selection: false })
  expect(plan.toolbar.map(({ value }) => value)).toEqual(['download'])
  expect(plan.row.map(({ value }) => value)).toEqual(['btn_1'])
  expect(plan.parents?.lazy).toBe(false)
  expect(plan.permissions).toMatchObject({ columns: true, data: false })
  expect(plan.losses.map(({ pointer }) => pointer)).toEqual([
    ...['/btnsList/0', '/btnsList/2', '/columnBtnsList/0', '/treeLazyType', '/useDataPermission'],
  ])
  const inline = compileColumnData({ ...LIST, type: 4 }, form, { id: 'v', isView: true })
  expect(inline.kind).toBe('plain')
  expect(compileColumnData(LIST, form, { id: 'v' })).not.toHaveProperty('interfaceId')
})
