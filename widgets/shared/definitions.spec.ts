import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import messages from '@schemas/locales/widgets.json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { definition as checkbox } from '../checkbox/definition'
import { definition as input } from '../input/definition'
import { definition as numberInput } from '../number-input/definition'
import { definition as radio } from '../radio/definition'
import { definition as select } from '../select/definition'
import { definition as toggle } from '../switch/definition'
import { definition as textarea } from '../textarea/definition'
import { definition as treeSelect } from '../tree-select/definition'

const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ widgets: messages })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
}
const all: readonly WidgetDefinition[] = [
  input,
  textarea,
  numberInput,
  radio,
  checkbox,
  select,
  treeSelect,
  toggle,
]
const settle = <S extends object>(definition: WidgetDefinition<S>, more: object = {}): S => ({
  ...definition.defaults,
  ...more,
})
const there = (definition: WidgetDefinition, value: unknown, settings: object) =>
  definition.toText?.(value, settings, context) ?? ''
const back = (definition: WidgetDefinition, text: string, settings: object) =>
  definition.fromText?.(text, settings, context)

describe.each(all)('$key', (definition) => {
  it('describes every setting in every language, and by no other name', () => {
    const keys = JSON.stringify(definition.settings).matchAll(/"title":"@widgets\.([^"]+)"/g)
    for (const [, key] of keys) expect(messages, key).toHaveProperty([key ?? ''])
    for (const schema of Object.values(definition.settings.properties)) {
      expect(schema).toHaveProperty('title')
      expect(schema).toHaveProperty('description')
    }
    const known = Object.keys(definition.settings.properties)
    expect(Object.keys(definition.defaults).filter((key) => !known.includes(key))).toEqual([])
  })

  it('takes nothing but known settings from formData, and none from an empty field', () => {
    const known = Object.keys(definition.settings.properties)
    const read = definition.fromFormData?.({ __config__: { jnpfKey: definition.jnpfKeys[0] } }) ?? {}
    expect(read).toEqual({})
    expect(Object.keys(definition.defaults).every((key) => known.includes(key))).toBe(true)
  })
})

describe('messages', () => {
  it('stand in all three languages', () => {
    for (const [key, entry] of Object.entries(messages))
      expect(Object.keys(entry).sort(), key).toEqual(['en', 'zh', 'zhtw'])
  })
})

describe('input and textarea', () => {
  it('come back from their text', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).map((text) => text.replace(/[\r\n]/g, '')),
        (text) => {
          expect(back(input, there(input, text, settle(input)), settle(input))).toEqual({ value: text })
        },
      ),
    )
    expect(back(textarea, 'a\r\nb', settle(textarea))).toEqual({ value: 'a\nb' })
  })

  it('refuse what is too long, by characters', () => {
    const settings = settle(input, { maxlength: 2 })
    expect(back(input, '水田', settings)).toEqual({ value: '水田' })
    expect(back(input, '水田地', settings)).toEqual({ error: '最多输入2个字符' })
    expect(input.value?.(settings)).toEqual({ type: 'string', maxLength: 2 })
  })

  it('never read a secret back', () => {
    expect(there(input, 'secret', settle(input, { showPassword: true }))).not.toContain('secret')
  })

  it('read the settings of a stored model', () => {
    expect(
      input.fromFormData?.({
        __config__: { jnpfKey: 'input' },
        clearable: false,
        addonBefore: '',
        addonAfter: 'mm',
        prefixIcon: 'el-icon-user',
        maxlength: '50',
        showWordLimit: true,
        showPassword: null,
      }),
    ).toEqual({
      clearable: false,
      addonAfter: 'mm',
      prefixIcon: 'el-icon-user',
      maxlength: 50,
      showWordLimit: true,
    })
    expect(input.fromFormData?.({ __config__: { jnpfKey: 'PsdInput' } })).toEqual({ showPassword: true })
    expect(textarea.fromFormData?.({ autoSize: { minRows: 3, maxRows: 2 }, maxlength: null })).toEqual({
      autoSize: { minRows: 3, maxRows: 3 },
    })
  })
})

describe('number-input', () => {
  it('comes back from its text at its precision', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 5 }),
        fc.boolean(),
        (number, precision, thousands) => {
          const settings = settle(numberInput, { precision, thousands })
          const value = numberInput.normalise?.(number, settings)
          expect(back(numberInput, there(numberInput, value, settings), settings)).toEqual({
            value: value === 0 ? 0 : value,
          })
        },
      ),
    )
  })

  it('says what is wrong with a text', () => {
    const settings = settle(numberInput, { min: 0, max: 100, step: 0.5, stepStrictly: true })
    expect(back(numberInput, '十', settings)).toEqual({ error: '“十”不是数字' })
    expect(back(numberInput, '-1', settings)).toEqual({ error: '不能小于0' })
    expect(back(numberInput, '101', settings)).toEqual({ error: '不能大于100' })
    expect(back(numberInput, '0.3', settings)).toEqual({ error: '必须是0.5的倍数' })
    expect(back(numberInput, '99.5', settings)).toEqual({ value: 99.5 })
    expect(back(numberInput, '1234567890123456789', settle(numberInput))).toEqual({
      error: '“1234567890123456789”位数过多，最多15位有效数字',
    })
    expect(
      numberInput.check?.(0.3, settle(numberInput, { step: 0.1, stepStrictly: true }), context),
    ).toBeNull()
  })

  it('brings stored texts to numbers and leaves the rest as it is', () => {
    expect(numberInput.normalise?.('1,234.567', settle(numberInput, { precision: 2 }))).toBe(1234.57)
    expect(numberInput.normalise?.('abc', settle(numberInput))).toBe('abc')
    expect(numberInput.check?.('abc' as unknown as number, settle(numberInput), context)).toBe(
      '“abc”不是数字',
    )
  })

  it('reads the settings of a stored model', () => {
    expect(
      numberInput.fromFormData?.({
        min: undefined,
        max: 10,
        precision: null,
        step: 1,
        'step-strictly': true,
        controls: false,
        addonBefore: null,
        thousands: true,
        isAmountChinese: true,
      }),
    ).toEqual({
      max: 10,
      step: 1,
      stepStrictly: true,
      controls: false,
      thousands: true,
      isAmountChinese: true,
    })
  })
})

const crops = [
  { value: '1', label: '小麦' },
  { value: 2, label: '玉米, 甜' },
  { value: '3', label: '棉花' },
]
const zones = [
  { value: 'e', label: '东区', children: [{ value: 'e1', label: '一号' }] },
  { value: 'w', label: '西区', children: [{ value: 'w1', label: '一号' }] },
]

describe('choices', () => {
  it('come back from their labels, whatever stands in them', () => {
    const label = fc.string({ minLength: 1 }).filter((text) => text.trim() === text)
    fc.assert(
      fc.property(fc.uniqueArray(label, { minLength: 1, maxLength: 6 }), (labels) => {
        const options = labels.map((text, number) => ({ value: number, label: text }))
        for (const { value } of options) {
          const settings = settle(select, { options })
          const result = back(select, there(select, value, settings), settings)
          expect(result).toEqual({ value })
        }
      }),
    )
    const settings = settle(checkbox, { options: crops })
    expect(there(checkbox, ['1', 2], settings)).toBe('小麦,玉米, 甜')
    expect(back(checkbox, '小麦,玉米, 甜；棉花', settings)).toEqual({ value: ['1', 2, '3'] })
  })

  it('say what is wrong with a text', () => {
    const settings = settle(select, { options: crops })
    expect(back(select, '水稻', settings)).toEqual({ error: '“水稻”不在可选项中' })
    expect(back(select, '小麦,棉花', settings)).toEqual({ error: '只能选择一项' })
    expect(back(treeSelect, '一号', settle(treeSelect, { options: zones }))).toEqual({
      error: '“一号”有多个同名选项，请写完整路径',
    })
  })

  it('are told apart by their path where labels are the same', () => {
    const settings = settle(treeSelect, { options: zones })
    expect(there(treeSelect, 'w1', settings)).toBe('西区/一号')
    expect(back(treeSelect, '西区/一号', settings)).toEqual({ value: 'w1' })
    expect(there(treeSelect, 'e', settings)).toBe('东区')
  })

  it('with lastLevel are leaves, in single mode alone', () => {
    const single = settle(treeSelect, { options: zones, lastLevel: true })
    expect(treeSelect.check?.('e', single, context)).toBe('只能选择最末级')
    expect(treeSelect.check?.('e1', single, context)).toBeNull()
    expect(back(treeSelect, '东区', single)).toEqual({ error: '只能选择最末级' })
    expect(treeSelect.check?.(['e'], { ...single, multiple: true }, context)).toBeNull()
  })

  it('must be among those of the settings; fetched ones are not judged', () => {
    expect(radio.check?.('9', settle(radio, { options: crops }), context)).toBe('“9”不在可选项中')
    expect(radio.check?.('2', settle(radio, { options: crops }), context)).toBeNull()
    expect(radio.check?.('9', settle(radio, { options: { dictionary: 'soil' } }), context)).toBeNull()
  })

  it('take the type of the choice, and a stored JSON text', () => {
    expect(select.normalise?.('2', settle(select, { options: crops }))).toBe(2)
    expect(select.normalise?.('["1","2"]', settle(select, { options: crops, multiple: true }))).toEqual([
      '1',
      2,
    ])
    expect(checkbox.normalise?.('1', settle(checkbox, { options: crops }))).toEqual(['1'])
    expect(select.normalise?.('', settle(select))).toBe('')
    expect(select.normalise?.('', settle(select, { multiple: true }))).toEqual([])
  })

  it('come from wherever the model says', () => {
    const read = (field: object) => select.fromFormData?.(field as Record<string, unknown>)?.options
    const source = (field: object) => select.options?.(settle(select, { options: read(field) }))
    expect(
      source({
        __config__: { dataType: 'static' },
        options: [{ fullName: '甲', id: '1', extra: 5 }],
        props: { label: 'fullName', value: 'id' },
      }),
    ).toMatchObject({ kind: 'static', options: [{ value: '1', label: '甲', data: { extra: 5 } }] })
    expect(
      source({ __config__: { dataType: 'dictionary', dictionaryType: '77' }, props: { value: 'enCode' } }),
    ).toEqual({ kind: 'dictionary', type: '77', value: 'enCode' })
    expect(
      source({
        __config__: {
          dataType: 'dynamic',
          propsUrl: 'i1',
          templateJson: [
            { field: 'zone', defaultValue: '', relationField: 'tableField1-zone', required: 1 },
            { field: 'kind', defaultValue: 'x', relationField: '' },
          ],
        },
        props: { label: 'name', value: 'code', children: 'sub' },
      }),
    ).toEqual({
      kind: 'interface',
      id: 'i1',
      params: [
        { field: 'zone', defaultValue: '', relationField: 'tableField1.zone', required: 1 },
        { field: 'kind', defaultValue: 'x' },
      ],
      value: 'code',
      label: 'name',
      children: 'sub',
    })
    const call = { call: 'dictionaryData.selector', with: { id: '${page.id}' } }
    expect(select.options?.(settle(select, { options: call }))).toEqual({
      kind: 'call',
      ...call,
      value: 'id',
      label: 'fullName',
      children: 'children',
    })
  })
})

describe('switch', () => {
  it('stores its two values and comes back from their words', () => {
    const settings = settle(toggle)
    expect(there(toggle, 1, settings)).toBe('开')
    expect(back(toggle, '关', settings)).toEqual({ value: 0 })
    expect(back(toggle, '是', settings)).toEqual({ value: 1 })
    expect(back(toggle, '也许', settings)).toEqual({ error: '“也许”应为“开”或“关”' })
    expect(toggle.normalise?.(true, settings)).toBe(1)
    expect(toggle.normalise?.('0', settings)).toBe(0)
    expect(toggle.initial?.(settings, context)).toBe(0)
    expect(toggle.value?.(settings)).toEqual({ enum: [1, 0] })
  })
})
