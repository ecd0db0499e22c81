import { definitionOf } from '@runtime/design/dialect'
import { settingsOf, toFormData } from '@runtime/design/settings'
import { compileFormData, encodeFormData } from '@runtime/form'
import { nodesIn } from '@runtime/form/formdata/identities'
import { asRecord } from '@runtime/json'
import { printLossless, readLossless } from '@runtime/lossless'
import { createField, type DesignedWidget } from '@runtime/widget/design'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../definitions'
import { designed } from '../designs'

const NEW = { id: 101, label: '标签', now: 1_700_000_000_000 }
const widgets = [...designed]

type Schema = Readonly<Record<string, unknown>>
const word = fc.stringMatching(/^[a-z]{1,6}$/)

/** Settings that a `formData` has a form for, by name, where their schema alone does not tell. */
const SPECIAL: Readonly<Record<string, (widget: string) => fc.Arbitrary<unknown>>> = {
  options: () =>
    fc.oneof(
      fc
        .uniqueArray(word, { maxLength: 4 })
        .map((ids) => ids.map((id) => ({ id, fullName: `名${id}`, value: id, label: `名${id}` }))),
      fc.record({ dictionary: word, value: fc.constantFrom('id', 'enCode') }),
      fc.record({
        interface: word,
        params: params,
        value: word,
        label: word,
        children: fc.constant('children'),
      }),
    ),
  params: () => params,
  columnOptions: () => columns,
  start: bound,
  end: bound,
  autoSize: () => fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => ({ minRows: a + 1, maxRows: a + b + 1 })),
  complexHeaderList: () =>
    fc.array(
      fc.record({
        id: word,
        fullName: word,
        align: fc.constantFrom('left', 'center', 'right'),
        childColumns: fc.array(word),
      }),
      { maxLength: 3 },
    ),
  addTableConf: () =>
    fc.record({
      popupTitle: word,
      popupType: fc.constantFrom('dialog', 'drawer'),
      popupWidth: fc.constantFrom('800px', '50%'),
      interfaceId: word,
      interfaceName: word,
      templateJson: fc.array(fc.record({ field: word, relationField: word }), { maxLength: 2 }),
      hasPage: fc.boolean(),
      pageSize: fc.integer({ min: 1, max: 99 }),
      columnOptions: columns,
      relationOptions: fc.array(fc.record({ value: word, field: word, type: fc.constant(1) }), {
        maxLength: 2,
      }),
    }),
  popupWidth: () => fc.constantFrom('600px', '50%', '40rem'),
  relationField: (widget) => (RELATING.has(widget) ? fc.constantFrom('customer', 'items.customer') : word),
  active: (widget) => (widget === 'collapse' ? fc.subarray(['1', '2']) : fc.constantFrom('1', '2')),
  activeValue: () => fc.constantFrom(1, 'on', true),
  inactiveValue: () => fc.constantFrom(0, 'off', false),
}
const RELATING = new Set(['user-select', 'relation-attribute', 'popup-attribute'])

const columns = fc.array(fc.record({ value: word, label: word }), { maxLength: 3 })
const params = fc.array(
  fc.record(
    {
      field: word,
      fieldName: word,
      defaultValue: word,
      relationField: fc.constantFrom('total', 'items.amount'),
    },
    { requiredKeys: ['field', 'defaultValue'] },
  ),
  { maxLength: 3 },
)

function bound(widget: string): fc.Arbitrary<unknown> {
  const isTime = widget === 'time-picker'
  const unit = isTime
    ? fc.constantFrom('hour', 'minute', 'second')
    : fc.constantFrom('year', 'month', 'day', 'second')
  return fc.oneof(
    fc.record({ kind: fc.constant('fixed'), value: isTime ? fc.constant('08:30:00') : fc.nat() }),
    fc.record({ kind: fc.constant('field'), field: fc.constantFrom('from', 'items.from') }),
    fc.record({ kind: fc.constant('now') }),
    fc.record({ kind: fc.constantFrom('before', 'after'), amount: fc.nat(9), unit }),
  )
}

function anyValue(schema: Schema): fc.Arbitrary<unknown> {
  const among = (schema['enum'] ??
    (schema['anyOf'] as Schema[] | undefined)?.map((one) => one['const'])) as unknown[]
  if (Array.isArray(among) && among.every((one) => one !== undefined)) return fc.constantFrom(...among)
  const { minimum = schema['exclusiveMinimum'] === 0 ? 1 : 0, maximum = 10 } = schema as {
    minimum?: number
    maximum?: number
  }
  switch (schema['type']) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({ min: Math.max(minimum, 1), max: Math.max(1, maximum) })
    case 'array':
      return fc.array(word, { maxLength: 3 })
    default:
      return word
  }
}

function settingsFor({ definition, design }: DesignedWidget): fc.Arbitrary<Schema> {
  const properties = definition.settings.properties as Readonly<Record<string, Schema>>
  const parts = Object.entries(properties)
    .filter(([name]) => design.stored?.[name] !== null)
    .map(([name, schema]) => [name, SPECIAL[name]?.(definition.key) ?? anyValue(schema)])
  return fc
    .record(Object.fromEntries(parts), { requiredKeys: [] })
    .map((given) => ({ ...definition.defaults, ...given }))
}

const compile = (field: unknown) =>
  compileFormData({ idGlobal: 101, fields: [field] }, { id: 'model', catalogue })

describe.each(widgets)('the design of %s', (_key, widget) => {
  it('makes a field that compiles, misses nothing and is kept to the byte', () => {
    const field = createField(widget, NEW)
    const plan = compile(field)
    expect(plan.losses).toEqual([])
    expect((encodeFormData(plan) as { fields: unknown[] }).fields[0]).toEqual(field)
    const text = JSON.stringify(field)
    expect(printLossless(asRecord(readLossless(text) as object)['value'])).toBe(text)
  })

  it('stores what its settings say, so that they are read again', () => {
    fc.assert(
      fc.property(settingsFor(widget), settingsFor(widget), (first, second) => {
        const field = createField(widget, NEW)
        const once = toFormData(widget, first, field)
        expect(settingsOf(widget, once)).toEqual(first)
        const twice = toFormData(widget, second, once)
        expect(settingsOf(widget, twice)).toEqual(second)
        expect(toFormData(widget, second, twice)).toBe(twice)
      }),
      { numRuns: 60 },
    )
  })

  it('names what its settings name where they name it', () => {
    fc.assert(
      fc.property(settingsFor(widget), (settings) => {
        for (const { name, at } of widget.design.refs?.(settings) ?? []) {
          const there = at.reduce<unknown>((place, key) => (place as never)[key], settings)
          expect(there).toBe(name)
        }
      }),
      { numRuns: 30 },
    )
  })
})

const widgetOf = (key: string) => designed.get(key) as DesignedWidget

function refsIn(key: string, members: object, config: object = {}): readonly string[] {
  const widget = widgetOf(key)
  const field = createField(widget, NEW)
  const full = { ...field, ...members, __config__: { ...asRecord(field['__config__']), ...config } }
  return (widget.design.refs?.(settingsOf(widget, full)) ?? []).map(({ kind, name }) => `${kind} ${name}`)
}

describe('what fields name', () => {
  const template = [
    { field: 'p', relationField: 'items-amount' },
    { field: 'q', relationField: '' },
  ]

  it.each(['radio', 'checkbox', 'select', 'cascader', 'tree-select'])(
    'are dictionaries and interfaces of %s',
    (key) => {
      expect(refsIn(key, {}, { dataType: 'dictionary', dictionaryType: 'crops' })).toEqual([
        'dictionary crops',
      ])
      expect(refsIn(key, {}, { dataType: 'dynamic', propsUrl: 'devices', templateJson: template })).toEqual([
        'interface devices',
        'field items.amount',
      ])
    },
  )

  it.each(['auto-complete', 'popup-select', 'popup-table-select'])(
    'are the interface of %s, and its parameters',
    (key) => {
      expect(refsIn(key, { interfaceId: 'devices', templateJson: template })).toEqual([
        'interface devices',
        'field items.amount',
      ])
    },
  )

  it.each(['date-picker', 'time-picker'])('are the bounds of %s', (key) => {
    const bounds = { startTimeRule: true, startTimeType: 2, startRelationField: 'from' }
    expect(
      refsIn(key, {}, { ...bounds, endTimeRule: true, endTimeType: 2, endRelationField: 'items-to' }),
    ).toEqual(['field from', 'field items.to'])
  })

  it('are sources of attributes, codes and users; models, rules, people; the columns of a sub-table', () => {
    for (const key of ['relation-attribute', 'popup-attribute'])
      expect(refsIn(key, { relationField: 'customer_jnpfTable_orders1' })).toEqual(['field customer'])
    for (const key of ['barcode', 'qrcode'])
      expect(refsIn(key, { dataType: 'relation', relationField: 'no' })).toEqual(['field no'])
    expect(refsIn('user-select', { relationField: 'department' })).toEqual(['field department'])
    expect(refsIn('role-select', { selectType: 'custom', ableIds: ['r1'] })).toEqual(['people r1'])
    expect(refsIn('serial-number', {}, { rule: 'order' })).toEqual(['rule order'])
    expect(
      refsIn('relation-form', { modelId: 'm', relationField: 'name', columnOptions: [{ value: 'tel' }] }),
    ).toEqual(['model m', 'modelField name', 'modelField tel'])
    const chooser = {
      interfaceId: 'stock',
      templateJson: template,
      relationOptions: [{ value: 'id', field: 'item', type: 1 }],
    }
    const members = { summaryField: ['amount'], thousandsField: ['price'], addTableConf: chooser }
    expect(
      refsIn('sub-table', members, { complexHeaderList: [{ id: 'h', fullName: 'H', childColumns: ['a'] }] }),
    ).toEqual([
      'column amount',
      'column price',
      'column a',
      'interface stock',
      'field items-amount',
      'column item',
    ])
  })
})

describe('a setting that is stored', () => {
  it('touches nothing else: not a byte of what is beside it', () => {
    const text =
      '{"__config__": {"jnpfKey":"select","dataType" : "static", "formId":1.0},"options":[ {"fullName":"\\u7532","id":12345678901234567890} ,{"id":"2","fullName":"乙","x":1.50}],"multiple":false}'
    const field = (readLossless(text) as { value: Schema }).value
    const widget = widgetOf('select')
    const settings = settingsOf(widget, field)
    expect(printLossless(toFormData(widget, settings, field))).toBe(text)
    const multiple = toFormData(widget, { ...settings, multiple: true }, field)
    expect(printLossless(multiple)).toBe(text.replace('"multiple":false', '"multiple":true'))
    const options = settings['options'] as Schema[]
    const renamed = options.with(1, { ...options[1], label: '丙' })
    expect(printLossless(toFormData(widget, { ...settings, options: renamed }, field))).toBe(
      text.replace('乙', '丙'),
    )
    const fewer = toFormData(widget, { ...settings, options: options.slice(1) }, field)
    expect(printLossless(fewer)).toBe(text.replace(/ \{"fullName":"\\u7532","id":\d+\} ,/, ''))
  })
})

describe('choices that are called in several languages', () => {
  const widget = widgetOf('select')
  const field = {
    __config__: { jnpfKey: 'select', dataType: 'static' },
    options: [{ id: 'a', fullName: '甲', fullNameI18nCode: '@demoModels.name', color: 'green' }],
  }
  const options = settingsOf(widget, field)['options'] as Schema[]

  it('keep their codes and colours until they are called otherwise', () => {
    expect(options).toMatchObject([{ label: { zh: '甲', key: 'demoModels.name' }, color: 'green' }])
    const settings = settingsOf(widget, field)
    const coloured = toFormData(widget, { ...settings, options: [{ ...options[0], color: 'red' }] }, field)
    expect(coloured['options']).toEqual([{ ...field.options[0], color: 'red' }])
    const renamed = toFormData(widget, { ...settings, options: [{ ...options[0], label: '乙' }] }, field)
    expect(renamed['options']).toEqual([{ id: 'a', fullName: '乙', color: 'green' }])
  })
})

describe('the fields of the demo models', () => {
  const files = import.meta.glob<{ formData: Schema }>('../../schemas/models/*.json', {
    eager: true,
    import: 'default',
  })

  it.each(Object.entries(files))(
    '%s: are said again by new ones, and stay the very same where nothing changes',
    (_file, model) => {
      for (const { node } of nodesIn(model.formData)) {
        const widget = designed.get(definitionOf(node, catalogue)?.key ?? '')
        if (!widget) continue
        const settings = settingsOf(widget, node)
        expect(toFormData(widget, settings, node)).toBe(node)
        expect(settingsOf(widget, toFormData(widget, settings, createField(widget, NEW)))).toEqual(settings)
      }
    },
  )
})
