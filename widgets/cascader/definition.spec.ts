import { collectMessages, createTranslator } from '@runtime/text'
import type { WidgetContext } from '@runtime/widget/definition'
import inputs from '@schemas/locales/inputs.json'
import { describe, expect, it } from 'vitest'
import { definition } from './definition'

const context: WidgetContext = {
  ...createTranslator('zh', collectMessages({ inputs })),
  user: { userId: '1', userAccount: 'a', userName: 'A' },
  now: () => 0,
  get: () => undefined,
}
const options = [
  { value: 'e', label: '东区', children: [{ value: 1, label: '一号' }] },
  {
    value: 'w',
    label: '西区',
    children: [
      { value: 1, label: '一号' },
      { value: 2, label: '二号' },
    ],
  },
]
const one = { ...definition.defaults, options }
const many = { ...one, multiple: true }
const back = (text: string, settings = one) => definition.fromText?.(text, settings, context)

describe('cascader', () => {
  it('has a path for its value, or a list of paths', () => {
    expect(definition.toText?.(['w', 1], one, context)).toBe('西区/一号')
    expect(definition.toText?.(['w', '1'], { ...one, separator: ' > ' }, context)).toBe('西区 > 一号')
    expect(definition.toText?.(['w', 1], { ...one, showAllLevels: false }, context)).toBe('一号')
    expect(
      definition.toText?.(
        [
          ['e', 1],
          ['w', 2],
        ],
        many,
        context,
      ),
    ).toBe('东区/一号,西区/二号')
    expect(definition.toText?.(['x', 9], one, context)).toBe('x/9')
  })

  it('comes back from its text, and names what is wrong', () => {
    expect(back('西区/一号')).toEqual({ value: ['w', 1] })
    expect(back('二号')).toEqual({ value: ['w', 2] })
    expect(back('西区>二号', { ...one, separator: '>' })).toEqual({ value: ['w', 2] })
    expect(back('东区/一号,西区/二号', many)).toEqual({
      value: [
        ['e', 1],
        ['w', 2],
      ],
    })
    expect(back('一号')).toEqual({ error: '“一号”有多个同名选项，请写完整路径' })
    expect(back('西区')).toEqual({ error: '只能选择最末级' })
    expect(back('南区')).toEqual({ error: '“南区”不在可选项中' })
    expect(back('东区/一号,西区/二号')).toEqual({ error: '只能选择一项' })
  })

  it('accepts leaves that are there', () => {
    expect(definition.check?.(['w', 2], one, context)).toBeNull()
    expect(definition.check?.(['w'], one, context)).toBe('只能选择最末级')
    expect(definition.check?.(['e', 2], one, context)).toBe('“e/2”不在可选项中')
    expect(definition.check?.([['e', 1], ['s']], many, context)).toBe('“s”不在可选项中')
    expect(definition.check?.(['gone'], { ...one, options: { dictionary: 'zones' } }, context)).toBeNull()
  })

  it('reads stored values and fields', () => {
    expect(definition.normalise?.('["w",2]', one)).toEqual(['w', 2])
    expect(definition.normalise?.('', one)).toEqual([])
    expect(
      definition.fromFormData?.({
        __config__: { dataType: 'dictionary', dictionaryType: 'zones' },
        multiple: true,
        showAllLevels: false,
        separator: '-',
      }),
    ).toMatchObject({
      options: { dictionary: 'zones' },
      multiple: true,
      showAllLevels: false,
      separator: '-',
    })
  })
})
