import { testCatalogue as catalogue, testHost } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import type { WidgetContext } from '../../widget/definition'
import { compileForm, displayText, fieldAt } from '../index'

const plan = compileForm(
  {
    fields: [
      { name: 'a', widget: 'input' },
      { name: 'items', widget: 'sub-table', columns: [{ name: 'p', widget: 'number' }] },
    ],
  },
  { id: 'f', catalogue },
)

describe('fieldAt', () => {
  it.each([
    ['a', 'a'],
    ['items', 'items'],
    ['items.p', 'items.p'],
    ['items.12.p', 'items.p'],
    ['items.12.q', undefined],
    ['b', undefined],
  ])('%s is the field %s', (path, expected) => {
    expect(fieldAt(plan, path)?.path).toBe(expected)
  })
})

describe('displayText', () => {
  const context: WidgetContext = { ...testHost(), get: () => undefined }
  const field = fieldAt(plan, 'a')

  it.each([
    [null, ''],
    ['', ''],
    [0, '0'],
    [['a', 'b'], 'a,b'],
    [{ fullName: '甲' }, '甲'],
    [[{ name: 'f.txt' }], 'f.txt'],
  ])('%j reads %s', (value, text) => {
    expect(field && displayText(field, value, context)).toBe(text)
  })

  it('asks the widget first', () => {
    const definition = { ...catalogue.get('input'), toText: (value: unknown) => `<${String(value)}>` }
    expect(field && displayText({ ...field, definition } as typeof field, 'x', context)).toBe('<x>')
  })
})
