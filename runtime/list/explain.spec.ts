import { testCatalogue as catalogue } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { scopeOf } from '../expression'
import { explainButtons, hiddenColumns } from './explain'
import { compileList } from './index'

const plan = compileList(
  {
    columns: [
      { path: 'name', label: '名称' },
      { path: 'area', label: '面积' },
      { path: 'cost', label: '成本' },
    ],
    row: [
      { code: 'btn_edit', text: '编辑', visible: 'row.state == 0' },
      { code: 'btn_stop', text: '停止', disabled: 'row.area > 10', reason: '太大' },
      { code: 'btn_remove', text: '删除', visible: 'row.state == 1' },
    ],
  },
  { id: 'list', catalogue },
)

describe('why a list is as it is', () => {
  it('is said of each button by the right that is missing before any condition, else by the condition', () => {
    const row = { state: 1, area: 12 }
    const told = explainButtons(plan.row, scopeOf({ row }), (code) => code !== 'btn_remove')
    expect(told.map(({ button, reasons }) => [button.code, reasons])).toMatchObject([
      [
        'btn_edit',
        [{ aspect: 'hidden', cause: 'rule', expression: 'row.state == 0', names: [{ value: 1 }] }],
      ],
      ['btn_stop', [{ aspect: 'disabled', cause: 'rule', names: [{ path: 'row.area', value: 12 }] }]],
      ['btn_remove', [{ aspect: 'hidden', cause: 'right' }]],
    ])
    const free = explainButtons(plan.row, scopeOf({ row: { state: 0, area: 1 } }), () => true)
    expect(free.map(({ reasons }) => reasons.length)).toEqual([0, 0, 1])
  })

  it('is said of columns by name, but of those that a right closes by their number alone', () => {
    const { left, closed } = hiddenColumns(plan, plan.columns.slice(0, 1), (path) => path !== 'cost')
    expect([left.map(({ path }) => path), closed]).toEqual([['area'], 1])
  })
})
