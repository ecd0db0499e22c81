import { testCatalogue as catalogue } from '@tests/fixtures/form-kit'
import deviceAlarm from '@tests/fixtures/formdata/device-alarm.json'
import purchaseOrder from '@tests/fixtures/formdata/purchase-order.json'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileFormData, encodeFormData, FormError } from '../index'
import type { ContainerNode, FormPlan, PlanNode } from '../plan'

const compile = (formData: object | string) => compileFormData(formData, { id: 'm', catalogue })
const fieldsOf = (...fields: unknown[]) => compile({ fields })
const one = (field: object, name = 'x') => fieldsOf({ __vModel__: name, ...field }).fields.get(name)

function container(plan: FormPlan, index = 0): ContainerNode {
  const node = plan.nodes[index]
  if (node?.kind !== 'container') throw new Error('no container')
  return node
}

const outline = (nodes: readonly PlanNode[]): unknown[] =>
  nodes.map((node) => (node.kind === 'container' ? [node.widget, ...outline(node.children)] : node.widget))

describe('the samples', () => {
  it('decodes the device alarm without a loss', () => {
    const plan = compile(deviceAlarm)
    expect(plan.losses).toEqual([])
    expect([...plan.fields.values()].map(({ path, widget, label }) => [path, widget, label])).toEqual([
      ['inputField101', 'input', '设备名称'],
      ['selectField102', 'select', '告警级别'],
      ['textareaField103', 'textarea', '告警内容'],
      ['datePickerField104', 'date-picker', '告警时间'],
    ])
    expect(plan.layout).toMatchObject({
      size: 'small',
      labelWidth: 100,
      gutter: 15,
      popup: 'general',
      widths: { general: '800px' },
      buttons: { cancel: '取 消', confirm: '确 定' },
    })
    expect(plan.layout.buttons.print).toBeUndefined()
  })

  it('decodes the purchase order: tabs, the sub-table, calculations, and tells what it cannot draw', () => {
    const plan = compile(purchaseOrder)
    expect(outline(plan.nodes)).toEqual([
      'serial-number',
      'select',
      [
        'tab',
        ['pane', 'unknown', 'unknown', 'user-select', 'date-picker'],
        ['pane', 'sub-table', 'calculate'],
        ['pane', 'unknown'],
      ],
      'unknown',
      'unknown',
    ])
    expect(plan.rules.map((rule) => [rule.target, rule.reads])).toEqual([
      ['tableField200.F_Amount', ['tableField200.F_Qty', 'tableField200.F_Price']],
      ['F_Total', ['tableField200.F_Amount']],
    ])
    expect(plan.losses.map(({ field, message }) => [field, message])).toEqual(
      ['供应商', '供应商电话', '物料', '规格', '附件', '创建人', '创建时间'].map((field) => [
        field,
        '@form.loss.unknownWidget',
      ]),
    )
    expect(plan.fields.get('F_Supplier')).toMatchObject({ widget: 'unknown', widgetName: 'relationForm' })
    expect(plan.fields.get('tableField200')?.columns?.map(({ name }) => name)).toEqual([
      'F_Item',
      'F_Qty',
      'F_Price',
      'F_Amount',
    ])
  })
})

describe('encodeFormData', () => {
  it('gives back a sample as it came, from an object or from text', () => {
    for (const sample of [deviceAlarm, purchaseOrder]) {
      expect(encodeFormData(compile(sample))).toEqual(sample)
      expect(encodeFormData(compile(JSON.stringify(sample)))).toEqual(sample)
    }
  })

  it('loses nothing of any field, known or not', () => {
    const keys = ['jnpfKey', 'qtKey', 'label', 'regList', 'active', 'defaultValue', 'span', 'noShow']
    const widgets = [
      'input',
      'comInput',
      'table',
      'tab',
      'tabItem',
      'tableGrid',
      'calculate',
      'select',
      'steps',
      '',
    ]
    const json = fc.jsonValue({ maxDepth: 2 })
    const token = fc.oneof(fc.constantFrom('1', '.', '+', '÷', '('), fc.record({ __vModel__: fc.string() }))
    const fieldWith = (children: fc.Arbitrary<unknown>) =>
      fc
        .record({
          __vModel__: fc.oneof(fc.constantFrom('a', 'b', '订单', 'x-y', '1'), fc.string()),
          __config__: fc.dictionary(
            fc.oneof(fc.constantFrom(...keys), fc.string()),
            fc.oneof(json, fc.constantFrom(...widgets)),
            { maxKeys: 5 },
          ),
          children,
          on: fc.dictionary(fc.constantFrom('change', 'blur'), fc.string()),
          expression: fc.array(token, { maxLength: 4 }),
          options: json,
          more: fc.dictionary(fc.string(), json, { maxKeys: 3 }),
        })
        .map(({ more, children, __config__: config, ...known }) => ({
          ...more,
          ...known,
          __config__: children === undefined ? config : { ...config, children },
        }))
    const leaf = fieldWith(fc.constant(undefined))
    const field = fc.oneof(leaf, fieldWith(fc.array(fc.oneof(leaf, json), { maxLength: 3 })))
    fc.assert(
      fc.property(fc.array(field, { maxLength: 4 }), fc.dictionary(fc.string(), json), (fields, others) => {
        const formData = JSON.parse(JSON.stringify({ ...others, fields })) as object
        expect(encodeFormData(compile(formData))).toEqual(formData)
      }),
      { numRuns: 200 },
    )
  })

  it('does not hand out the plan itself, nor take it from the caller', () => {
    const formData = { fields: [], size: 'small' }
    const plan = compile(formData)
    formData.size = 'mini'
    Object.assign(encodeFormData(plan), { size: 'large' })
    expect(encodeFormData(plan)).toEqual({ fields: [], size: 'small' })
  })
})

describe('versions', () => {
  it('knows widgets by their old names', () => {
    expect(one({ __config__: { jnpfKey: 'comInput' }, 'prefix-icon': 'user' })).toMatchObject({
      widget: 'input',
      widgetName: 'comInput',
      settings: { prefixIcon: 'user' },
    })
    expect(one({ __config__: { qtKey: 'numInput' } })?.widget).toBe('number')
  })

  it.each([
    [
      '3.1',
      { __slot__: { options: [{ k: 1, t: '一' }] }, __config__: { props: { value: 'k', label: 't' } } },
    ],
    ['3.4.7', { options: [{ k: 1, t: '一' }], props: { props: { value: 'k', label: 't' } } }],
    ['3.5', { options: [{ k: 1, t: '一' }], props: { value: 'k', label: 't' } }],
  ])('finds the options where %s kept them', (_, form: object) => {
    const { __config__: config, ...field } = form as { __config__?: object }
    const plan = one({ ...field, __config__: { jnpfKey: 'select', dataType: 'static', ...config } })
    expect(plan?.options).toEqual({ kind: 'static', options: [{ value: 1, label: '一' }] })
  })

  it('takes multiple out of the props of 3.4', () => {
    const plan = one({ __config__: { jnpfKey: 'select' }, props: { props: { multiple: true } } })
    expect(plan?.schema.type).toBe('array')
  })

  it('turns the position of an open tab into its name', () => {
    const pane = { __config__: { jnpfKey: 'tabItem', children: [] } }
    const old = fieldsOf({
      __config__: { jnpfKey: 'tab', active: 1, children: [pane, { ...pane, title: '乙' }] },
    })
    expect(container(old).settings['active']).toBe('2')
    expect(container(old).children).toMatchObject([
      { settings: { name: '1' } },
      { label: '乙', settings: { name: '2' } },
    ])
    const named = { __config__: { jnpfKey: 'tab', active: '1', children: [{ ...pane, name: '1' }] } }
    expect(container(fieldsOf(named)).settings['active']).toBe('1')
  })

  it('takes children that do not say what they are for panes, rows and cells, and opens the first by its position', () => {
    const input = { __vModel__: 'x', __config__: { jnpfKey: 'input' } }
    const pane = (title: string, ...children: object[]) => ({ title, __config__: { children } })
    const old = fieldsOf({
      __config__: { jnpfKey: 'tab', active: 0, children: [pane('甲', input), pane('乙')] },
    })
    expect(outline(old.nodes)).toEqual([['tab', ['pane', 'input'], ['pane']]])
    expect([container(old).settings['active'], old.losses]).toEqual(['1', []])
    const cells = { __config__: { children: [{ __config__: { children: [input] } }] } }
    const grid = fieldsOf({ __config__: { jnpfKey: 'tableGrid', children: [cells] } })
    expect([outline(grid.nodes), grid.losses]).toEqual([
      [['table-grid', ['grid-row', ['grid-cell', 'input']]]],
      [],
    ])
  })

  it('reads the name of a widget from whatever member ends in Key, by its value', () => {
    const config = { dataKey: 'list', renderKey: 'select', vendorKey: 'comInput' }
    expect(one({ __config__: config })).toMatchObject({ widget: 'input', widgetName: 'comInput' })
    expect(one({ __config__: { renderKey: 'input' } })?.widget).toBe('unknown')
    const unheard = one({ __config__: { vendorKey: 'hologram', renderKey: '1' } })
    expect(unheard).toMatchObject({ widget: 'unknown', widgetName: 'hologram' })
  })

  it('knows form-generator’s models by their tags, and their options without names', () => {
    const options = [{ label: '一', value: 1 }]
    const plan = fieldsOf(
      { __vModel__: 'a', type: 'textarea', __config__: { tag: 'el-input' } },
      { __vModel__: 'b', __slot__: { options }, __config__: { tag: 'el-select', renderKey: 'b1' } },
      { __vModel__: 'c', __config__: { tag: 'a-input-number' } },
      {
        __config__: {
          layout: 'rowFormItem',
          children: [{ __vModel__: 'd', __config__: { tag: 'el-input', dataKey: 'list' } }],
        },
      },
    )
    expect([...plan.fields.values()].map(({ name, widget }) => [name, widget])).toEqual([
      ['a', 'textarea'],
      ['b', 'select'],
      ['c', 'number'],
      ['d', 'input'],
    ])
    expect(plan.fields.get('b')?.options).toMatchObject({ options: [{ value: 1, label: '一' }] })
    expect(container(plan, 3).widget).toBe('row')
  })

  it('finds isStorage in both places', () => {
    expect(one({ __config__: { jnpfKey: 'calculate', isStorage: 0 } })?.stored).toBe(false)
    expect(one({ __config__: { jnpfKey: 'calculate' }, isStorage: 1 })?.stored).toBe(true)
    const shown = fieldsOf({ __config__: { jnpfKey: 'calculate' }, isStorage: 0 })
    expect([...shown.fields.values()]).toMatchObject([{ widget: 'calculate', stored: false }])
  })
})

describe('a field', () => {
  it('is hidden by noShow, by visibility without pc, and inside what is hidden', () => {
    expect(one({ __config__: { jnpfKey: 'input', noShow: true } })?.visible).toBe(false)
    expect(one({ __config__: { jnpfKey: 'input', visibility: ['app'] } })?.visible).toBe(false)
    expect(one({ __config__: { jnpfKey: 'input' } })?.visible).toBe(true)
    const children = [{ __vModel__: 'x', __config__: { jnpfKey: 'input' } }]
    const hidden = fieldsOf({ __config__: { jnpfKey: 'card', noShow: true, children } })
    expect(hidden.fields.get('x')?.visible).toBe(false)
    expect(container(hidden).visible?.evaluate({ get: () => true })).toBe(false)
  })

  it('says what is missing by its name, and not the placeholder again', () => {
    const message = (config: object, field = {}) =>
      one({ __config__: { jnpfKey: 'input', label: '甲', ...config }, ...field })?.requiredMessage
    expect(message({})).toBe('@form.required')
    expect(message({}, { placeholder: '请输入甲，最多 20 字' })).toBe('@form.requiredText')
    expect(message({}, { placeholder: '请选择一家' })).toBe('@form.requiredPick')
    expect(message({}, { placeholder: '例如 A-01' })).toBe('@form.required')
    expect(message({}, { placeholder: '请输入' })).toBe('@form.requiredText')
    expect(message({}, { placeholder: '请选择' })).toBe('@form.requiredPick')
    expect(message({ defaultValue: [] }, { placeholder: '请选择' })).toBe('@form.requiredChoice')
  })

  it('tells of settings that are kept and do nothing yet', () => {
    const table = {
      __vModel__: 'items',
      addType: 1,
      __config__: { jnpfKey: 'table', label: '明细', children: [] },
    }
    const asking = { primaryKeyPolicy: 2, classJson: '.a { color: red }', fields: [table] }
    const { losses } = compileFormData(asking, { id: 'm', catalogue })
    expect(losses.map(({ pointer, message, field }) => [pointer, message, field])).toEqual([
      ['/fields/0/addType', '@form.loss.emptyRows', '明细'],
      ['/primaryKeyPolicy', '@form.loss.primaryKey', undefined],
      ['/classJson', '@form.loss.styles', undefined],
    ])
    const plain = { primaryKeyPolicy: 1, classJson: ' ', fields: [{ ...table, addType: 0 }] }
    expect(compileFormData(plain, { id: 'm', catalogue }).losses).toEqual([])
    const chosen = { fields: [{ ...table, addTableConf: { interfaceId: 'stock' } }] }
    expect(compileFormData(chosen, { id: 'm', catalogue }).losses).toEqual([])
  })

  it('reads patterns as written in JavaScript and tells of one that is none', () => {
    const regList = [
      { pattern: '/^1\\d{10}$/', message: '手机号错误' },
      { pattern: '/[/', message: '坏' },
      { pattern: '/^a$/gi', message: '' },
    ]
    const plan = fieldsOf({ __vModel__: 'x', __config__: { jnpfKey: 'input', label: '甲', regList } })
    expect(plan.fields.get('x')?.patterns).toEqual([
      { pattern: '^1\\d{10}$', flags: '', message: '手机号错误' },
      { pattern: '^a$', flags: 'i', message: '@form.invalid' },
    ])
    expect(plan.losses).toMatchObject([
      { pointer: '/fields/0/__config__/regList/1', field: '甲', message: '@form.loss.pattern' },
    ])
  })

  it('of an unknown widget is inert, keeps its place and is told of', () => {
    const plan = fieldsOf({ __vModel__: 'x', __config__: { jnpfKey: 'signature', label: '签名' } })
    expect(plan.fields.get('x')).toMatchObject({ widget: 'unknown', widgetName: 'signature', schema: {} })
    expect(plan.losses).toMatchObject([{ field: '签名', params: { widget: 'signature' } }])
  })

  it('with a name that records need themselves is kept under one of its own, and found by what names it', () => {
    const input = { __vModel__: 'id', __config__: { jnpfKey: 'inputNumber', label: '编号' } }
    const sum = {
      __vModel__: 'sum',
      expression: [{ __vModel__: 'id' }, '+', { __vModel__: 'items.id' }],
      __config__: { jnpfKey: 'calculate' },
    }
    const twice = {
      __vModel__: 'twice',
      expression: [{ __vModel__: 'items.id' }, '×', '2'],
      __config__: { jnpfKey: 'calculate' },
    }
    const items = { __vModel__: 'items', __config__: { jnpfKey: 'table', children: [input, twice] } }
    const taken = { __vModel__: 'field_id', __config__: { jnpfKey: 'input' } }
    const source = { fields: [input, taken, items, sum] }
    const plan = compile(source)
    expect([...plan.fields.keys()]).toEqual(
      expect.arrayContaining(['field_id_', 'field_id', 'items.field_id', 'sum']),
    )
    expect(plan.rules.map(({ target, reads }) => [target, [...reads].sort()])).toEqual([
      ['items.twice', ['items.field_id']],
      ['sum', ['field_id_', 'items.field_id']],
    ])
    expect(plan.losses.map(({ field, message }) => [field, message])).toEqual([
      ['编号', '@form.loss.renamed'],
      ['编号', '@form.loss.renamed'],
    ])
    expect(encodeFormData(plan)).toEqual(source)
  })

  it('of an unknown container shows what is inside', () => {
    const children = [
      {
        __config__: {
          jnpfKey: 'stepItem',
          children: [{ __vModel__: 'x', __config__: { jnpfKey: 'input' } }],
        },
      },
    ]
    expect(outline(fieldsOf({ __config__: { jnpfKey: 'steps', children } }).nodes)).toEqual([
      ['unknown', ['pane', 'input']],
    ])
  })

  it('cannot take the name of another', () => {
    const field = { __vModel__: 'x', __config__: { jnpfKey: 'input' } }
    expect(fieldsOf(field, field).losses).toMatchObject([
      { message: '@form.loss.duplicate', pointer: '/fields/1' },
    ])
  })
})

describe('a table grid', () => {
  it('leaves out the cells that a merge has swallowed', () => {
    const cell = (name: string, merged: boolean) => ({
      merged,
      colspan: 2,
      rowspan: 1,
      __config__: {
        jnpfKey: 'tableGridTd',
        children: [{ __vModel__: name, __config__: { jnpfKey: 'input' } }],
      },
    })
    const row = { __config__: { jnpfKey: 'tableGridTr', children: [cell('a', false), cell('b', true)] } }
    const plan = fieldsOf({ __config__: { jnpfKey: 'tableGrid', children: [row] } })
    expect(outline(plan.nodes)).toEqual([['table-grid', ['grid-row', ['grid-cell', 'input']]]])
    const [drawn] = (container(plan).children[0] as ContainerNode).children
    expect(drawn).toMatchObject({ settings: { colspan: 2, rowspan: 1 } })
  })
})

describe('scripts', () => {
  const stub = '({ data, formData }) => {\n    // 在此编写代码\n    \n}'
  const promise =
    '({ formData }) => {\n return new Promise((resolve, reject) => {\n // 判断\n resolve()\n })\n}'

  it('are kept by place, and ignored while nobody wrote them', () => {
    const plan = compile({
      funcs: { onLoad: "({ formData }) => { formData.a = 'x' }", beforeSubmit: promise, afterSubmit: '' },
      fields: [
        {
          __vModel__: 'x',
          __config__: { jnpfKey: 'input' },
          on: { change: '({ data }) => { alert(data) }', blur: stub },
        },
      ],
    })
    expect([...plan.scripts.keys()]).toEqual(['x.change', 'onLoad'])
    expect(plan.losses).toEqual([])
  })

  it('say what can never run, and which rules they take over', () => {
    const plan = compile({
      funcs: { onOpen: '() => go()', onLoad: "({ setRequired }) => setRequired('due', false)" },
      fields: [
        {
          __vModel__: 'due',
          __config__: { jnpfKey: 'input', label: '原因', required: true },
          on: { change: '({ setFieldOptions }) => setFieldOptions()' },
        },
      ],
    })
    expect(plan.losses.map(({ pointer, message, params }) => [pointer, message, params])).toEqual([
      ['/fields/0/on/change', '@form.loss.scriptFunction', { script: 'due.change', name: 'setFieldOptions' }],
      ['/funcs/onOpen', '@form.loss.scriptEvent', { script: 'onOpen' }],
      ['', '@form.loss.scriptStates', { fields: '原因' }],
    ])
    expect([...(plan.scripted?.states ?? [])]).toEqual(['due'])
  })

  it('name the fields that they set, or may set any', () => {
    const field = (name: string) => ({ __vModel__: name, __config__: { jnpfKey: 'input' } })
    const scripted = (onLoad: string) =>
      compile({ funcs: { onLoad }, fields: [field('a'), field('b')] }).scripted
    expect(scripted("({ formData, setFormData }) => { setFormData('a', formData.b) }")).toEqual({
      states: new Set(),
      open: new Set(['a']),
    })
    expect(scripted("({ setRequired: need }) => { need('a') }")?.states.size).toBe(2)
    expect(scripted("(p) => { for (const n of ['a']) p.setShowOrHide(n, true) }")?.states.size).toBe(2)
    expect(scripted('(p) => { const show = p.setShowOrHide; show(`a`) }')?.open.size).toBe(2)
    expect(scripted('() => { }')).toBeUndefined()
  })
})

describe('what is no formData', () => {
  it.each([['not json'], ['[]'], ['{}'], ['null']])('%s is refused', (text) => {
    expect(() => compile(text)).toThrow(FormError)
  })

  it('a calculation that needs its own result is refused by label', () => {
    const field = (name: string, other: string) => ({
      __vModel__: name,
      expression: [{ __vModel__: other }, '+', '1'],
      __config__: { jnpfKey: 'calculate', label: `标签${name}` },
    })
    expect(() => fieldsOf(field('a', 'b'), field('b', 'a'))).toThrow('标签a → 标签b → 标签a')
  })
})
