import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

const FIELD = {
  __vModel__: 'tableField200',
  __config__: {
    jnpfKey: 'table',
    showTitle: false,
    complexHeaderList: [{ id: 'h1', fullName: '计价', align: 'center', childColumns: ['F_Qty', 'F_Price'] }],
  },
  showAddBtn: true,
  showDeleteBtn: false,
  actionText: '添加',
  showSummary: true,
  summaryField: ['F_Qty'],
  thousands: true,
  thousandsField: ['F_Qty'],
  addType: '1',
  addTableConf: {
    interfaceId: 'stock',
    hasPage: true,
    pageSize: 50,
    columnOptions: [{ label: '名称', value: 'name' }],
    relationOptions: [
      { value: 'name', field: 'F_Item', type: 1 },
      { value: 2, field: 'F_Kind', type: 2 },
    ],
  },
}

describe('the definition', () => {
  it('reads a table of formData', () => {
    const settings = definition.fromFormData?.(FIELD)
    expect(settings).toMatchObject({
      showTitle: false,
      showAddBtn: true,
      showDeleteBtn: false,
      showSummary: true,
      summaryField: ['F_Qty'],
      thousands: true,
      thousandsField: ['F_Qty'],
      complexHeaderList: [
        { id: 'h1', fullName: '计价', align: 'center', childColumns: ['F_Qty', 'F_Price'] },
      ],
      addType: 1,
      addTableConf: {
        interfaceId: 'stock',
        pageSize: 50,
        relationOptions: [
          { value: 'name', field: 'F_Item', type: 1 },
          { value: 2, field: 'F_Kind', type: 2 },
        ],
      },
    })
    expect(settings).not.toHaveProperty('actionText')
    expect(Value.Check(definition.settings, { ...definition.defaults, ...settings })).toBe(true)
  })

  it('reads older tables, which lack most keys', () => {
    const settings = { ...definition.defaults, ...definition.fromFormData?.({ actionText: '新增一行' }) }
    expect(settings).toMatchObject({
      showAddBtn: true,
      showDeleteBtn: true,
      actionText: '新增一行',
      addType: 0,
    })
    expect(settings.complexHeaderList).toEqual([])
    expect(Value.Check(definition.settings, settings)).toBe(true)
  })

  it('takes rows as a list or as their JSON text, and leaves what is neither', () => {
    const normalise = (value: unknown) => definition.normalise?.(value, definition.defaults)
    expect(normalise('[{"a":1}]')).toEqual([{ a: 1 }])
    expect(normalise(null)).toEqual([])
    expect(normalise([{ a: 1 }, null])).toEqual([{ a: 1 }])
    expect(normalise('nonsense')).toBe('nonsense')
  })
})
