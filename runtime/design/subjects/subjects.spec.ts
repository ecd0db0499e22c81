import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import type { JsonSchema } from '../../schema/json-schema'
import { createField } from '../../widget/design'
import { found } from '../address'
import { FORM } from '../nodes'
import { DesignSession } from '../session'
import { type Subject, subjectOf, subjectOfMany } from './index'

const WIDGETS = { catalogue, designed }

function open(fields: readonly unknown[], form: object = {}): DesignSession {
  const formData = JSON.stringify({ idGlobal: 110, ...form, fields }, null, 1)
  return new DesignSession({ id: 'm', texts: { formData }, widgets: WIDGETS })
}

const node = (id: number) => ({ part: 'formData', node: id, path: [] }) as const

function subject(session: DesignSession, id?: number): Subject {
  const found = subjectOf(session.tree, WIDGETS, id === undefined ? FORM : node(id))
  if (!found) throw new Error('Nothing stands there')
  return found
}

function set(session: DesignSession, id: number | undefined, name: string, value: unknown): void {
  const command = subject(session, id).change(name, value)
  if (!command) throw new Error(`${name} does not change`)
  session.run(command, { typed: true })
}

/** What settings with an editor of their own hold. */
const HELD: Readonly<Record<string, unknown>> = {
  options: { dictionary: 'd1', value: 'id' },
  popupWidth: '50%',
  expression: 'price * 2',
  activeValue: 'on',
  inactiveValue: 'off',
  params: [{ field: 'p', defaultValue: 'x' }],
  columnOptions: [{ value: 'v', label: 'V' }],
  regList: [{ pattern: '/^1/', message: 'one' }],
  complexHeaderList: [{ id: 'g', fullName: 'G', align: 'left', childColumns: [] }],
  ableIds: ['p1'],
  start: { kind: 'now' },
  end: { kind: 'now' },
  autoSize: { minRows: 2, maxRows: 3 },
  defaultValue: 'x',
  format: 'yyyy-MM',
  addTableConf: {
    popupTitle: 'T',
    popupType: 'drawer',
    popupWidth: '50%',
    interfaceId: 'i',
    interfaceName: '',
    templateJson: [],
    hasPage: false,
    pageSize: 5,
    columnOptions: [],
    relationOptions: [],
  },
}

/** Another value that a schema takes; undefined where the test has none. */
function another(name: string, schema: JsonSchema, value: unknown): unknown {
  if (name in HELD) return HELD[name]
  const choices = schema.enum ?? (schema.oneOf ?? schema.anyOf)?.flatMap((one) => one.const ?? one.enum ?? [])
  if (choices?.length) return choices.find((one) => one !== value && one !== null)
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return !value
    case 'integer':
    case 'number':
      return Number(value ?? schema.minimum ?? 0) + 1
    case 'array':
      return [schema.items?.oneOf?.find(({ const: one }) => String(one) !== String(value))?.const ?? 'x1']
    case 'string':
      return 'x1'
    default:
      return undefined
  }
}

describe('what the panel edits', () => {
  it.each([...designed])('%s: each setting is written where it is read, and comes back', (_, widget) => {
    const made = createField(widget, { id: 101, label: 'One', now: 1 })
    const untested: string[] = []
    for (const [name, schema] of Object.entries(subject(open([made]), 101).schema.properties ?? {})) {
      const session = open([made])
      const texts = session.history.texts
      const value = another(name, schema, subject(session, 101).values[name])
      if (value === undefined) untested.push(name)
      else {
        set(session, 101, name, value)
        expect(subject(session, 101).values[name], name).toEqual(value)
        session.undo()
        expect(session.history.texts).toEqual(texts)
      }
    }
    expect(untested).toEqual([])
  })

  it('that is changed back leaves every byte as it was', () => {
    const session = open([
      { __vModel__: 'a', __config__: { jnpfKey: 'input', formId: 1, label: 'A', span: '24' }, maxlength: 5 },
    ])
    const texts = session.history.texts
    for (const [name, value, back] of [
      ['label', 'B', 'A'],
      ['span', 12, 24],
      ['maxlength', 6, 5],
    ] as const) {
      set(session, 1, name, value)
      set(session, 1, name, back)
    }
    expect(session.history.texts).toEqual(texts)
  })

  it('sets only the member that differs, so that what is typed is one step', () => {
    const session = open([{ __vModel__: 'a', __config__: { jnpfKey: 'input', formId: 1, label: 'A' } }])
    set(session, 1, 'label', 'AB')
    set(session, 1, 'label', 'ABC')
    const what = { part: 'formData', node: 1, path: ['__config__', 'label'] }
    expect(session.history.steps).toMatchObject([{ command: { do: 'set', what, value: 'ABC' } }])
  })

  it('takes what names a field along when it is renamed', () => {
    const session = open([
      { __vModel__: 'price', __config__: { jnpfKey: 'inputNumber', formId: 1 } },
      {
        __vModel__: 'items',
        summaryField: ['price'],
        __config__: {
          jnpfKey: 'table',
          formId: 2,
          children: [
            {
              __vModel__: 'price',
              __config__: { jnpfKey: 'inputNumber', formId: 3, isSubTable: true, parentVModel: 'items' },
            },
          ],
        },
      },
      {
        __vModel__: 'sum',
        expression: [{ __vModel__: 'price' }, { __vModel__: 'items-price' }],
        __config__: { jnpfKey: 'calculate', formId: 4 },
      },
    ])
    const texts = session.history.texts
    expect(subject(session, 1).faultOf('name', 'sum')).toEqual({
      reason: '@design.nameTaken',
      params: { name: 'sum' },
    })
    expect(subject(session, 1).change('name', '1x')).toBeNull()
    set(session, 1, 'name', 'cost')
    set(session, 2, 'name', 'lines')
    const fields = () => JSON.parse(session.history.texts.formData ?? '').fields
    expect(fields()).toMatchObject([
      { __vModel__: 'cost' },
      {
        __vModel__: 'lines',
        summaryField: ['price'],
        __config__: { children: [{ __config__: { parentVModel: 'lines' } }] },
      },
      { expression: [{ __vModel__: 'cost' }, { __vModel__: 'lines.price' }] },
    ])
    session.undo()
    session.undo()
    expect(session.history.texts).toEqual(texts)
  })

  it('of the rules leaves nothing behind when it is emptied', () => {
    const session = open([{ __vModel__: 'a', __config__: { jnpfKey: 'input', formId: 1, label: 'A' } }])
    const texts = session.history.texts
    const field = () => found(session.tree, node(1))
    set(session, 1, 'rule_visible', 'b > 1')
    session.seal()
    set(session, 1, 'rule_formula', 'b + 1')
    session.seal()
    expect(field()).toMatchObject({ __loam__: { visible: 'b > 1', formula: 'b + 1' } })
    set(session, 1, 'rule_formula', undefined)
    expect(field()).toMatchObject({ __loam__: { visible: 'b > 1' } })
    expect(subject(session, 1).values).not.toHaveProperty('rule_formula')
    session.seal()
    set(session, 1, 'rule_visible', undefined)
    expect(session.history.texts).toEqual(texts)
  })

  it('of the rules is what can be: containers and panes are only shown', () => {
    const pane = { title: 'P', __config__: { jnpfKey: 'tabItem', formId: 4, children: [] } }
    const session = open([
      { __config__: { jnpfKey: 'card', formId: 1, children: [] } },
      { __vModel__: 'items', __config__: { jnpfKey: 'table', formId: 2, children: [] } },
      { __config__: { jnpfKey: 'tab', formId: 3, children: [pane] } },
    ])
    const rules = (id: number) =>
      [...subject(session, id).places.keys()].filter((one) => one.startsWith('rule_'))
    expect([1, 2, 4].map(rules)).toEqual([
      ['rule_visible'],
      ['rule_visible', 'rule_required', 'rule_disabled'],
      ['rule_visible'],
    ])
  })

  it('takes rules along when what they name is renamed, in rows and outside', () => {
    const pane = { title: 'P', __config__: { jnpfKey: 'tabItem', formId: 7, children: [] } }
    const session = open([
      { __vModel__: 'total', __config__: { jnpfKey: 'inputNumber', formId: 1 } },
      {
        __vModel__: 'items',
        __config__: {
          jnpfKey: 'table',
          formId: 2,
          children: [
            {
              __vModel__: 'price',
              __config__: { jnpfKey: 'inputNumber', formId: 3 },
              __loam__: { required: "total > 1 and price > 2 & ' price '" },
            },
            {
              __vModel__: 'cost',
              __config__: { jnpfKey: 'inputNumber', formId: 4 },
              __loam__: { formula: 'price + row.price + SUM(items.price', disabled: 'total' },
            },
          ],
        },
      },
      {
        __vModel__: 'x',
        __config__: { jnpfKey: 'input', formId: 5 },
        __loam__: { visible: 'SUM(items.price) > price or form.total == 1' },
      },
      {
        __config__: {
          jnpfKey: 'tab',
          formId: 6,
          children: [{ ...pane, __loam__: { visible: 'total > 1' } }],
        },
      },
    ])
    const texts = session.history.texts
    const rulesOf = (id: number) => {
      const { __loam__ } = found(session.tree, node(id)) as { readonly __loam__: unknown }
      return __loam__
    }
    set(session, 3, 'name', 'unit')
    session.seal()
    set(session, 1, 'name', 'cost')
    expect(rulesOf(3)).toEqual({ required: "form.cost > 1 and unit > 2 & ' price '" })
    expect(rulesOf(4)).toEqual({ formula: 'unit + row.unit + SUM(items.unit', disabled: 'form.cost' })
    expect(rulesOf(5)).toEqual({ visible: 'SUM(items.unit) > price or form.cost == 1' })
    expect(rulesOf(7)).toEqual({ visible: 'cost > 1' })
    expect(session.history.steps).toHaveLength(2)
    session.undo()
    session.undo()
    expect(session.history.texts).toEqual(texts)
  })

  it('of a calculation is its formula as one types it', () => {
    const session = open([
      { __vModel__: 'price', __config__: { jnpfKey: 'inputNumber', formId: 1, label: '单价' } },
      { __vModel__: 'sum', expression: [], __config__: { jnpfKey: 'calculate', formId: 2 } },
    ])
    set(session, 2, 'expression', '(price+ items.amount)*12.5')
    expect(session.tree.formData).toMatchObject({
      fields: [
        {},
        {
          expression: [
            '(',
            { __vModel__: 'price', label: '单价' },
            '+',
            { __vModel__: 'items.amount', label: 'items.amount' },
            ')',
            '×',
            ...'12.5',
          ],
        },
      ],
    })
    expect(subject(session, 2).values['expression']).toBe('(price + items.amount) * 12.5')
    for (const text of ['price +', 'price $ 2', 'SUM(price)'])
      expect(subject(session, 2).change('expression', text), text).toBeNull()
  })

  it('of the form is shown by the kind of its popup', () => {
    const session = open([], { popupType: 'general', printId: 'p1' })
    set(session, undefined, 'popupType', 'drawer')
    set(session, undefined, 'drawerWidth', '40%')
    set(session, undefined, 'onLoad', '() => {}')
    expect(subject(session).values).toMatchObject({ drawerWidth: '40%', printId: ['p1'] })
    expect(session.tree.formData).toMatchObject({ drawerWidth: '40%', funcs: { onLoad: '() => {}' } })
  })

  it('of several fields is what they have in common, and changes all in one step', () => {
    const session = open([
      { __vModel__: 'a', __config__: { jnpfKey: 'input', formId: 1, label: 'A', required: true } },
      { __vModel__: 'b', __config__: { jnpfKey: 'textarea', formId: 2, label: 'B', required: true } },
    ])
    const both = () => subjectOfMany(session.tree, WIDGETS, [node(1), node(2)])
    expect(both()?.values).toMatchObject({ required: true })
    expect(both()?.values).not.toHaveProperty('label')
    expect(both()?.schema.properties).not.toHaveProperty('prefixIcon')
    const command = both()?.change('required', false)
    if (command) session.run(command)
    expect([1, 2].map((id) => subject(session, id).values['required'])).toEqual([false, false])
    expect(session.history.steps).toHaveLength(1)
  })
})
