import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import type { Named } from '@runtime/widget/named'
import { ALL_ROWS, PAGE_ROWS, POPOVER, POPUP_WIDTH } from '@runtime/widget/row-choice'
import messages from '@schemas/locales/dataWidgets.json'
import widgetMessages from '@schemas/locales/widgets.json'
import { describe, expect, it } from 'vitest'
import { definition as area } from '../../area-select/definition'
import { definition as autoComplete, SUGGESTIONS } from '../../auto-complete/definition'
import { definition as dictionary } from '../../dictionary-select/definition'
import { definition as popupAttribute } from '../../popup-attribute/definition'
import { definition as popup } from '../../popup-select/definition'
import { definition as popupTable } from '../../popup-table-select/definition'
import { definition as relationAttribute } from '../../relation-attribute/definition'
import { definition as relation } from '../../relation-form/definition'
import { DIALOG_ROWS, DIALOG_WIDTH, definition as template } from '../../serial-template-select/definition'

const all: readonly WidgetDefinition[] = [
  area,
  autoComplete,
  dictionary,
  popup,
  popupAttribute,
  popupTable,
  relation,
  relationAttribute,
  template,
]

const KNOWN: Readonly<Record<string, Named>> = {
  a: { id: 'a', text: '甲', data: { phone: '1' } },
  b: { id: 'b', text: '乙' },
  '33': { id: '33', text: '浙江省', data: { parentId: '-1' } },
  '3301': { id: '3301', text: '杭州市', data: { parentId: '33' } },
  '3302': { id: '3302', text: '宁波市', data: { parentId: '33' } },
  '330106': { id: '330106', text: '西湖区', data: { parentId: '3301' } },
}
const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ widgets: widgetMessages, dataWidgets: messages })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
  named: (_, id) => KNOWN[id] ?? null,
}
const settle = <S extends object>(definition: WidgetDefinition<S>, more: object = {}): S => ({
  ...definition.defaults,
  ...more,
})
const formData = (definition: WidgetDefinition, field: object) => ({
  ...definition.defaults,
  ...definition.fromFormData?.({ __config__: {}, ...field }),
})

it('has the documented constants', () => {
  expect({ PAGE_ROWS, ALL_ROWS, POPUP_WIDTH, POPOVER, SUGGESTIONS, DIALOG_ROWS, DIALOG_WIDTH }).toEqual({
    PAGE_ROWS: 20,
    ALL_ROWS: { atFirst: 100_000, later: 10_000 },
    POPUP_WIDTH: '800px',
    POPOVER: { width: 700, list: 300 },
    SUGGESTIONS: 50,
    DIALOG_ROWS: 20,
    DIALOG_WIDTH: '1000px',
  })
})

describe.each(all)('$key', (definition) => {
  it('names every setting, in every language, and describes it', () => {
    const known = { dataWidgets: messages, widgets: widgetMessages }
    for (const schema of Object.values(definition.settings.properties)) {
      const { title, description } = schema as { title?: string; description?: string }
      const [, file = '', key = ''] = /^@(\w+)\.(.+)$/.exec(title ?? '') ?? []
      expect(known[file as keyof typeof known], title).toHaveProperty([key])
      expect(description).toBeTruthy()
    }
    const names = Object.keys(definition.settings.properties)
    expect(Object.keys(definition.defaults).filter((name) => !names.includes(name))).toEqual([])
  })

  it('takes no settings from an empty field', () => {
    expect(definition.fromFormData?.({ __config__: { jnpfKey: definition.jnpfKeys[0] } }) ?? {}).toEqual({})
  })
})

describe('popup-select', () => {
  const field = {
    interfaceId: 'i1',
    templateJson: [
      { field: 'kind', defaultValue: '', relationField: 'items-kind' },
      { field: 'fixed', defaultValue: 'x' },
    ],
    propsValue: 'code',
    relationField: 'name',
    columnOptions: [{ value: 'name', label: '名称' }, { value: 'spec' }, null],
    hasPage: true,
    pageSize: '50',
    popupType: 'drawer',
    popupTitle: '选择物料',
    popupWidth: '60%',
    multiple: true,
  }

  it('reads formData', () => {
    expect(formData(popup, field)).toEqual({
      interfaceId: 'i1',
      params: [
        { field: 'kind', defaultValue: '', relationField: 'items.kind' },
        { field: 'fixed', defaultValue: 'x' },
      ],
      propsValue: 'code',
      relationField: 'name',
      columnOptions: [
        { value: 'name', label: '名称' },
        { value: 'spec', label: 'spec' },
      ],
      hasPage: true,
      pageSize: 50,
      popupType: 'drawer',
      popupTitle: '选择物料',
      popupWidth: '60%',
      multiple: true,
      clearable: true,
    })
  })

  it.each([
    ['900', '900px'],
    ['expression(1)', '800px'],
    ['', '800px'],
  ])('reads the width %o as %s', (popupWidth, width) => {
    expect(formData(popup, { popupWidth })).toMatchObject({ popupWidth: width })
  })

  it('is emptied by a change of the fields that its parameters follow; without a record its names do not depend on them', () => {
    const settings = formData(popup, field)
    expect(popup.dependsOn?.(settings)).toEqual(['items.kind'])
    expect(popup.names?.(settings)).toEqual({
      kind: 'interface',
      id: 'i1',
      params: [{ field: 'fixed', defaultValue: 'x' }],
      value: 'code',
      label: 'name',
    })
  })
})

describe('values of one id or several', () => {
  const one = settle(popup, { interfaceId: 'i' })
  const several = settle(popupTable, { interfaceId: 'i', multiple: true })

  it.each([
    ['["a","b"]', ['a', 'b']],
    ['a', ['a']],
    [null, []],
    ['', []],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  ])('%o of older records is %o', (stored, value) => {
    expect(popupTable.normalise?.(stored, several)).toEqual(value)
  })

  it('are shown by name, and by themselves where there is none', () => {
    expect(popup.toText?.('a', one, context)).toBe('甲')
    expect(popupTable.toText?.(['a', 'b', 'c'], several, context)).toBe('甲,乙,c')
  })

  it('must name something', () => {
    expect(popup.check?.('a', one, context)).toBeNull()
    expect(popup.check?.('c', one, context)).toBe('“c”不在可选项中')
    expect(relation.check?.('c', settle(relation, { modelId: 'm' }), context)).toBe('“c”不在可选项中')
    expect(popup.check?.('c', one, { ...context, named: () => undefined })).toBeNull()
  })

  it('are read from text', () => {
    expect(popupTable.fromText?.('a, b', several, context)).toEqual({ value: ['a', 'b'] })
    expect(popup.fromText?.('a,b', one, context)).toEqual({ error: '只能选择一项' })
  })
})

describe('attributes', () => {
  it.each([
    ['customer_jnpfTable_orders1', 'customer', 'customer_phone'],
    ['customer_jnpfTable_items0', 'customer', 'customer_phone'],
    ['customer', 'customer', 'customer_phone'],
    ['items-customer', 'items.customer', 'customer_phone'],
  ])('of %s follow %s and are called %s', (relationField, path, name) => {
    const settings = formData(relationAttribute, { relationField, showField: 'phone' })
    expect(relationAttribute.derived?.reads(settings as never)).toEqual([path])
    expect(relationAttribute.derived?.name?.(settings as never)).toBe(name)
  })

  it('keep what stands there while their source is not known, and are empty without one', () => {
    const settings = settle(popupAttribute, { relationField: 'material', showField: 'phone' })
    const value = (related: WidgetContext['related']) =>
      popupAttribute.derived?.value(settings, { ...context, ...(related && { related }) })
    expect(value(() => ({ phone: '1' }))).toBe('1')
    expect(value(() => ({}))).toBeNull()
    expect(value(() => null)).toBeNull()
    expect(value(() => undefined)).toBeUndefined()
  })

  it('never take the name of a raw value beside a text', () => {
    const settings = formData(relationAttribute, { relationField: 'customer', showField: 'id' })
    expect(relationAttribute.derived?.name?.(settings as never)).toBeUndefined()
  })
})

describe('area-select', () => {
  const three = settle(area)
  const two = settle(area, { level: 1, multiple: true })

  it('goes to the district by default, and reads formData', () => {
    expect(three.level).toBe(2)
    expect(formData(area, { level: 3, multiple: true })).toMatchObject({ level: 3, multiple: true })
    expect(formData(area, { level: 9 })).toMatchObject({ level: 2 })
    expect(formData(area, { selectType: 'custom', ableAddressIds: [['33', '3301'], '65'] })).toMatchObject({
      selectType: 'custom',
      ableIds: ['3301', '65'],
    })
  })

  it('is shown by the names along the way, joined by a slash', () => {
    expect(area.toText?.(['33', '3301', '330106'], three, context)).toBe('浙江省/杭州市/西湖区')
    expect(
      area.toText?.(
        [
          ['33', '3301'],
          ['33', 'x'],
        ],
        two,
        context,
      ),
    ).toBe('浙江省/杭州市,浙江省/x')
  })

  it.each([
    [['33', '3301'], '请选择到区县一级'],
    [['33', '3301', '330106'], null],
    [['33', '3302', '330106'], '“浙江省/宁波市/西湖区”不是有效的地区'],
    [['33', '3301', '99'], '“99”不在可选项中'],
  ])('judges %o: %o', (value, message) => {
    expect(area.check?.(value, three, context)).toBe(message)
  })

  it('takes only what may be chosen', () => {
    const custom = settle(area, { selectType: 'custom', ableIds: ['3302'] })
    expect(area.check?.(['33', '3301', '330106'], custom, context)).toBe(
      '“浙江省/杭州市/西湖区”不是有效的地区',
    )
  })

  it.each([
    ['["33","3301"]', three, ['33', '3301']],
    [[33, 3301], three, ['33', '3301']],
    [['33', '3301'], two, [['33', '3301']]],
    ['', three, []],
  ])('reads %o', (stored, settings, value) => {
    expect(area.normalise?.(stored, settings)).toEqual(value)
  })
})

describe('auto-complete', () => {
  it('shows as many as the model says, and is emptied by the fields that its parameters follow', () => {
    const settings = formData(autoComplete, {
      total: 10,
      interfaceId: 'i',
      templateJson: [
        { field: 'word', relationField: '@keyword' },
        { field: 'kind', relationField: 'kind' },
      ],
    })
    expect(settings).toMatchObject({ total: 10, interfaceId: 'i', relationField: 'fullName' })
    expect(autoComplete.dependsOn?.(settings as never)).toEqual(['kind'])
  })
})
