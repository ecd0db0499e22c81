import { testCatalogue as catalogue } from '@tests/fixtures/form-kit'
import { describe, expect, it } from 'vitest'
import { compileForm, FormError } from '../index'

const compile = (...fields: unknown[]) => compileForm({ fields }, { id: 'f', catalogue })

/** The problems of a document that cannot be compiled. */
function problemsOf(...fields: unknown[]) {
  try {
    compile(...fields)
  } catch (error) {
    if (error instanceof FormError) return error.problems
    throw error
  }
  return []
}

describe('compileForm', () => {
  it('gives a field its widget, settings, state and schema', () => {
    const plan = compile({
      name: 'code',
      widget: 'input',
      label: '编码',
      required: true,
      maxLength: 50,
      span: 12,
    })
    expect(plan.fields.get('code')).toMatchObject({
      path: 'code',
      widget: 'input',
      label: '编码',
      required: true,
      span: 12,
      settings: { maxLength: 50 },
      schema: { type: 'string', maxLength: 50 },
      requiredMessage: '@form.required',
    })
    expect(plan.schema).toEqual({ type: 'object', properties: { code: { type: 'string', maxLength: 50 } } })
  })

  it('resolves a widget by the name of a published model too', () => {
    expect(compile({ name: 'n', widget: 'inputNumber' }).fields.get('n')?.widget).toBe('number')
  })

  it('takes a shared rule by its name, with its own words or the field’s', () => {
    const patterns = [{ rule: 'mobile' }, { rule: 'digits', message: '只要数字' }]
    const [mobile, digits] = compile({ name: 'm', widget: 'input', patterns }).fields.get('m')?.patterns ?? []
    expect(mobile).toEqual({ pattern: '^1[3-9]\\d{9}$', flags: '', message: '@form.rule.mobile' })
    expect(digits).toMatchObject({ pattern: '^\\d+$', message: '只要数字' })
    for (const rule of ['mobil', 'constructor'])
      expect(problemsOf({ name: 'm', widget: 'input', patterns: [{ rule }] })).toMatchObject([
        { pointer: '/fields/0/patterns/0/rule', message: '@form.problem.unknownRule', params: { rule } },
      ])
  })

  it('keeps a sub-table opaque and its columns by path', () => {
    const plan = compile({
      name: 'items',
      widget: 'sub-table',
      columns: [{ name: 'price', widget: 'number' }],
    })
    expect(plan.schema.properties).toEqual({ items: { type: 'array', items: { type: 'object' } } })
    expect(plan.fields.get('items.price')).toMatchObject({
      table: 'items',
      requiredMessage: '@form.cellRequired',
    })
  })

  it('orders rules so that each comes after what it reads, rows first', () => {
    const plan = compile(
      { name: 'gross', widget: 'calculate', formula: 'total * (1 + rate)', precision: 2 },
      { name: 'total', widget: 'calculate', formula: 'SUM(items.amount)', precision: 2 },
      { name: 'rate', widget: 'number' },
      {
        name: 'items',
        widget: 'sub-table',
        columns: [
          { name: 'amount', widget: 'calculate', formula: 'price * quantity', precision: 2 },
          { name: 'price', widget: 'number' },
          { name: 'quantity', widget: 'number' },
        ],
      },
    )
    expect(plan.rules.map((rule) => rule.target)).toEqual(['items.amount', 'total', 'gross'])
    expect(plan.dependents.get('items.price')).toEqual([0])
    expect(plan.dependents.get('items.amount')).toEqual([1])
    expect(plan.rules[0]).toMatchObject({ precision: 2, fallback: 0, wide: [] })
  })

  it('names the fields of a circle by their labels', () => {
    const problems = problemsOf(
      { name: 'a', widget: 'calculate', label: '甲', formula: 'b + 1' },
      { name: 'b', widget: 'calculate', label: '乙', formula: 'a + 1' },
    )
    expect(problems).toMatchObject([{ message: '@form.problem.cycle', params: { fields: '甲 → 乙 → 甲' } }])
  })

  it('sees a circle through a visibility: a hidden field reads as null', () => {
    expect(
      problemsOf(
        { name: 'a', widget: 'number', label: '甲', visible: 'b > 0' },
        { name: 'b', widget: 'calculate', label: '乙', formula: 'a + 1' },
      ),
    ).toHaveLength(1)
  })

  it('hides what is inside a container under the condition of all around it', () => {
    const plan = compile({
      widget: 'tab',
      visible: 'outer',
      panes: [{ title: '一', visible: 'inner', fields: [{ name: 'x', widget: 'input', visible: 'own' }] }],
    })
    const rule = plan.rules.find(({ target }) => target === 'x')
    expect(rule?.reads).toEqual(['outer', 'inner', 'own'])
    const truthOf = (names: Record<string, boolean>) =>
      rule?.expression?.evaluate({ get: (name) => names[name] })
    expect(truthOf({ outer: true, inner: true, own: true })).toBe(true)
    expect(truthOf({ outer: true, inner: false, own: true })).toBe(false)
  })

  it('reports every problem with its place and the nearest choice', () => {
    expect(
      problemsOf(
        { name: 'a', widget: 'inptu' },
        { name: 'b', widget: 'input', maxLenght: 3 },
        { name: 'b.c', widget: 'input' },
        { name: 'd', widget: 'number', required: 'a +' },
        { name: 'e', widget: 'input', maxLength: 'ten' },
        { name: 'e2', widget: 'input' },
        { name: 'e2', widget: 'input' },
      ).map(({ pointer, nearest }) => [pointer, nearest]),
    ).toEqual([
      ['/fields/0/widget', 'input'],
      ['/fields/1/maxLenght', 'maxLength'],
      ['/fields/2/name', undefined],
      ['/fields/3/required', undefined],
      ['/fields/4/maxLength', undefined],
      ['/fields/6/name', undefined],
    ])
  })

  it('refuses what is no form', () => {
    expect(() => compileForm({}, { id: 'f', catalogue })).toThrow(FormError)
    expect(() => compileForm(null, { id: 'f', catalogue })).toThrow(FormError)
  })
})
