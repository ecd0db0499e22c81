import { readFileSync } from 'node:fs'
import { catalogue } from '@widgets/definitions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { testCatalogue } from '../../../tests/fixtures/form-kit'
import { anySteps, attempt } from '../../../tests/fixtures/model-edits'
import { addressOf, pathOf, valueAt } from '../../design/address'
import { openModel } from '../../design/document'
import { History } from '../../design/history'
import { scopeOf } from '../../expression'
import { FormError } from '../compile/problem'
import type { FormPlan, PlanNode } from '../plan'
import { compileFormData } from './decode'

const field = (formId: number, __vModel__: string, config = {}, members = {}) => ({
  __config__: { jnpfKey: 'input', label: __vModel__, formId, ...config },
  ...members,
  __vModel__,
})

const FIELDS = [
  field(1, 'a'),
  field(2, 'hidden', { noShow: true }),
  field(3, 'strange', { jnpfKey: 'hologram' }),
  field(4, 'a'),
  {
    __config__: {
      jnpfKey: 'card',
      formId: 5,
      visibility: ['app'],
      children: [field(6, 'inside'), field(7, 'twin'), field(7, 'twin2')],
    },
  },
  {
    __config__: {
      jnpfKey: 'table',
      formId: 8,
      children: [field(9, 'x'), field(10, 'y', { regList: [{ pattern: '(' }] })],
    },
    __vModel__: 'items',
  },
]
const model = (fields: readonly unknown[] = FIELDS) => openModel({ formData: JSON.stringify({ fields }) })
const compile = (formData: unknown, before?: FormPlan) =>
  compileFormData(formData as object, { id: 'm', catalogue: testCatalogue, design: { before } })

const flat = (nodes: readonly PlanNode[]): readonly PlanNode[] =>
  nodes.flatMap((node) => [node, ...(node.kind === 'container' ? flat(node.children) : [])])

/** All that a plan says: what it computes with is made anew each time. */
const said = (plan: unknown) =>
  JSON.stringify(plan, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  )

describe('a form that is designed', () => {
  const { tree } = model()

  it('keeps a place for what is hidden, unknown or stands twice, and says what it is', () => {
    const nodes = flat(compile(tree.formData).nodes)
    expect(
      nodes.flatMap(({ inert, ...node }) =>
        inert ? [[inert, node.kind, 'label' in node ? node.label : '']] : [],
      ),
    ).toEqual([
      ['hidden', 'display', 'hidden'],
      ['unknown', 'field', ''],
      ['duplicate', 'display', 'a'],
      ['hidden', 'container', ''],
    ])
    expect(nodes.map(({ id }) => id)).toEqual([...new Set(nodes.map(({ id }) => id))])
    expect(nodes.some(({ visible }) => visible !== undefined)).toBe(false)
  })

  it('says of each node where it stands', () => {
    for (const node of flat(compile(tree.formData).nodes)) {
      const path = pathOf(tree, { part: 'formData', ...node.origin, path: node.origin?.path ?? [] }) ?? []
      expect(addressOf(tree, path)).toEqual({ part: 'formData', ...node.origin })
      expect(valueAt(tree, path)).toBeDefined()
    }
    expect(flat(compile(tree.formData).nodes).map(({ origin }) => origin)).toContainEqual({
      node: 5,
      path: ['__config__', 'children', 2],
    })
  })

  it('is not copied', () => {
    expect(compile(tree.formData).source).toMatchObject({
      fields: (tree.formData as { fields: unknown }).fields,
    })
    expect((compile(tree.formData).source as { fields: unknown }).fields).toBe(
      (tree.formData as { fields: unknown }).fields,
    )
  })

  it('keeps the fields whose source is the same, and what was lost of them', () => {
    const history = new History(model())
    const first = compile(history.document.tree.formData)
    history.run({ do: 'set', what: { part: 'formData', node: 9, path: ['__config__', 'label'] }, value: 'X' })
    history.run({ do: 'remove', what: { part: 'formData', node: 2, path: [] } })
    const { formData } = history.document.tree
    const next = compile(formData, first)
    const anew = compile(formData)
    for (const [path, plan] of next.fields) {
      const isKept = !['items', 'items.x'].includes(path)
      expect([path, plan === first.fields.get(path)]).toEqual([path, isKept])
    }
    expect(next).toEqual(anew)
    expect(next.losses.some(({ message }) => message === '@form.loss.pattern')).toBe(true)
  })

  it('shows all of it whatever rules say, and reads anew what stands in a container with another rule', () => {
    const card = {
      __config__: { jnpfKey: 'card', formId: 2, children: [field(3, 'b')] },
      __loam__: { visible: 'a == 1' },
    }
    const history = new History(model([field(1, 'a'), card]))
    const first = compile(history.document.tree.formData)
    const readsOf = (plan: FormPlan) =>
      plan.rules.map(({ target, expression }) => [
        target,
        expression?.source,
        expression?.evaluate(scopeOf({})),
      ])
    expect(readsOf(first)).toEqual([
      ['#card#2', 'a == 1', true],
      ['b', 'a == 1', true],
    ])
    expect(flat(first.nodes).some(({ visible }) => visible)).toBe(false)
    history.run({
      do: 'set',
      what: { part: 'formData', node: 2, path: ['__loam__', 'visible'] },
      value: 'a == 2',
    })
    expect(readsOf(compile(history.document.tree.formData, first))).toEqual([
      ['#card#2', 'a == 2', true],
      ['b', 'a == 2', true],
    ])
  })

  it('is read anew where the form gives its fields another span', () => {
    const history = new History(model())
    const first = compile(history.document.tree.formData)
    history.run({ do: 'set', what: { part: 'formData', path: ['span'] }, value: 12 })
    expect(compile(history.document.tree.formData, first).fields.get('a')?.span).toBe(12)
  })

  it('opens though calculations go round in a circle', () => {
    const sum = (name: string, of: string) => ({
      __config__: { jnpfKey: 'calculate', label: name },
      __vModel__: name,
      isStorage: 1,
      expression: [{ __vModel__: of }],
    })
    const { tree: circle } = model([sum('p', 'q'), sum('q', 'p')])
    expect(() => compileFormData(circle.formData as object, { id: 'm', catalogue: testCatalogue })).toThrow()
    const plan = compile(circle.formData)
    expect(plan.losses.map(({ message }) => message)).toContain('@form.problem.cycle')
    expect(plan.rules).toEqual([])
  })

  it('has what the form says otherwise where nothing is hidden or twice', () => {
    const plain = [field(1, 'a'), { __config__: { jnpfKey: 'card', formId: 2, children: [field(3, 'b')] } }]
    const { tree: simple } = model(plain)
    const designed = compile(simple.formData)
    const usual = compileFormData(simple.formData as object, { id: 'm', catalogue: testCatalogue })
    const { designed: _, ...a } = designed.fields.get('a') ?? {}
    expect(a).toEqual(usual.fields.get('a'))
    expect(designed.layout).toEqual(usual.layout)
    expect(designed.rules).toEqual(usual.rules)
  })

  it('is, after any steps, what it is when all of it is read', () => {
    const script = { on: { change: '({ setShowOrHide }) => setShowOrHide("b", true)' } }
    const attribute = { jnpfKey: 'relationFormAttr', isStorage: 0 }
    const OTHERS = [
      field(21, 'b', {}, script),
      field(22, 'relation', { jnpfKey: 'relationForm' }),
      field(23, '', attribute, { relationField: 'relation', showField: 'no' }),
      field(24, 'relation_no'),
      field(25, 'sum', { jnpfKey: 'calculate' }, { expression: [{ __vModel__: 'b' }, '+', '1'] }),
      field(26, 'choice', { jnpfKey: 'select', dataType: 'dynamic', regList: [{ pattern: '(' }] }),
      field(27, 'ruled', {}, { __loam__: { required: 'b == 1', formula: 'gone', visible: 'b >' } }),
      {
        __config__: { jnpfKey: 'card', formId: 28, children: [field(29, 'framed')] },
        __loam__: { visible: 'b == 2' },
      },
    ]
    const order = readFileSync(
      new URL('../../../schemas/models/purchase-order.json', import.meta.url),
      'utf8',
    )
    const stored = JSON.parse(order) as { readonly formData: string | object }
    const forms = [
      JSON.stringify({ fields: [...FIELDS, ...OTHERS] }),
      typeof stored.formData === 'string' ? stored.formData : JSON.stringify(stored.formData),
    ]
    const read = (formData: unknown, before?: FormPlan) => {
      try {
        return compileFormData(formData as object, { id: 'm', catalogue, design: { before } })
      } catch (error) {
        if (error instanceof FormError) return error.problems
        throw error
      }
    }
    const check = (at: number, steps: Parameters<typeof attempt>[1][]) => {
      const history = new History(openModel({ formData: forms[at] ?? '' }))
      let before = read(history.document.tree.formData)
      for (const step of [...steps, ...steps.map(() => null)]) {
        if (step) attempt(history, step)
        else history.undo()
        const { formData } = history.document.tree
        const next = read(formData, 'nodes' in before ? (before as FormPlan) : undefined)
        expect(said(next)).toBe(said(read(formData)))
        if ('nodes' in next) before = next
      }
    }
    fc.assert(fc.property(fc.nat(forms.length - 1), anySteps, check), { numRuns: 40 })
  })
})
