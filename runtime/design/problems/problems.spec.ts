import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { compileFormData } from '../../form'
import { createField } from '../../widget/design'
import { applyCommand } from '../command'
import { type ModelDocument, modelTexts, openModel } from '../document'
import { type Problem, problemsOf } from '.'

const MODELS = new URL('../../../schemas/models/', import.meta.url)
const WIDGETS = { catalogue, designed }

const node = (jnpfKey: string, formId: number, __vModel__ = '', members = {}, config = {}) => ({
  __config__: { jnpfKey, formId, label: `L${formId}`, ...config },
  ...members,
  ...(__vModel__ && { __vModel__ }),
})
const opened = (fields: readonly unknown[], more = {}) =>
  openModel({ formData: JSON.stringify({ idGlobal: 120, fields, ...more }) })

function inspected({ tree }: Pick<ModelDocument, 'tree'>): readonly Problem[] {
  const plan = compileFormData(tree.formData as object, { id: 'm', catalogue, design: {} })
  return problemsOf(tree, plan, WIDGETS)
}

/** Carries out each remedy by itself: its problem has to go, no other to come, and every byte to come back. */
function demandRemedies(document: ModelDocument): void {
  const before = inspected(document)
  for (const { at, message, remedies } of before)
    for (const { label, command } of remedies) {
      const applied = applyCommand(document.tree, command)
      expect(applied, `${message} ${label}`).not.toBeNull()
      const after = inspected(applied ?? document)
      expect(after, `${message} ${label}`).toHaveLength(before.length - 1)
      const isLeft = after.some(
        (one) => one.message === message && JSON.stringify(one.at) === JSON.stringify(at),
      )
      expect(isLeft, `${message} ${label}`).toBe(false)
      const undone = applied && applyCommand(applied.tree, applied.inverse)
      expect(modelTexts({ ...document, tree: undone?.tree ?? {} })).toEqual(modelTexts(document))
    }
}

/** A field with two patterns, the second with lines. */
function lined(lines: object): object {
  const regList = [
    { pattern: '/^b$/', message: '' },
    { pattern: '/^a$/', message: '', __loam__: lines },
  ]
  return node('input', 101, 'a', {}, { regList })
}

/** Cards in each other, a field in each. */
function nestedCards(depth: number, at = 1): object {
  const inner = at < depth ? [nestedCards(depth, at + 1)] : []
  return node('card', 200 + at, '', {}, { children: [node('input', 300 + at, `f${at}`), ...inner] })
}

const CASES: readonly {
  readonly of: string
  readonly fields: readonly unknown[]
  readonly form?: object
  readonly tells: Readonly<Record<string, unknown>>
  readonly labels: readonly string[]
}[] = [
  {
    of: 'a name that stands twice',
    fields: [node('input', 101, 'total'), node('input', 102, 'total')],
    tells: { at: { node: 102 }, message: '@form.loss.duplicate', params: { name: 'total' } },
    labels: ['@design.remedy.rename'],
  },
  {
    of: 'a rule that is no expression',
    fields: [node('input', 101, 'a', { __loam__: { visible: 'b >' } })],
    tells: { at: { node: 101, path: ['__loam__', 'visible'] }, message: '@expression.operandExpectedAtEnd' },
    labels: ['@design.remedy.removeRule'],
  },
  {
    of: 'a rule that names nothing',
    fields: [node('input', 101, 'total'), node('input', 102, 'b', { __loam__: { required: 'totl == 1' } })],
    tells: {
      at: { node: 102 },
      message: '@form.loss.ruleNameNear',
      params: { name: 'totl', nearest: 'total' },
    },
    labels: ['@design.remedy.use', '@design.remedy.removeRule'],
  },
  {
    of: 'rules that are none',
    fields: [node('input', 101, 'a', { __loam__: 'x' })],
    tells: { at: { node: 101, path: ['__loam__'] }, message: '@form.loss.rules' },
    labels: ['@design.remedy.remove'],
  },
  {
    of: 'a rule that always holds',
    fields: [node('input', 101, 'a', { __loam__: { disabled: '1 < 2', required: 'a == 1' } })],
    tells: {
      at: { node: 101 },
      message: '@design.problem.ruleAlways',
      params: { rule: '@rules.kind.disabled' },
    },
    labels: ['@design.remedy.removeRule'],
  },
  {
    of: 'a rule that never holds',
    fields: [node('input', 101, 'a', { __loam__: { visible: 'false' } })],
    tells: { at: { node: 101 }, message: '@design.problem.ruleNever' },
    labels: ['@design.remedy.removeRule'],
  },
  {
    of: 'a field that a rule asks for and that is never shown',
    fields: [node('input', 101, 'a', { __loam__: { required: 'a == 1' } }, { noShow: true })],
    tells: { at: { node: 101 }, message: '@design.problem.ruleUnseen' },
    labels: ['@design.remedy.removeRule'],
  },
  {
    of: 'a field that has to be filled in and that a rule never shows',
    fields: [node('input', 101, 'a', { __loam__: { visible: 'false' } }, { required: true })],
    tells: { at: { node: 101 }, message: '@design.problem.ruleUnseen' },
    labels: ['@design.remedy.removeRule'],
  },
  {
    of: 'rules that go round in a circle',
    fields: [
      node('inputNumber', 101, 'a', { __loam__: { formula: 'b + 1' } }),
      node('inputNumber', 102, 'b', { __loam__: { formula: 'a + 1' } }),
    ],
    tells: {
      at: { node: 101, path: ['__loam__', 'formula'] },
      message: '@form.problem.cycle',
      params: { fields: 'L101 → L102 → L101' },
    },
    labels: ['@design.remedy.removeRule'],
  },
  {
    of: 'a name that records need themselves',
    fields: [node('card', 101, '', {}, { children: [node('input', 102, 'id')] })],
    tells: { at: { node: 102 }, message: '@form.loss.renamed', params: { name: 'id', kept: 'field_id' } },
    labels: ['@design.remedy.rename'],
  },
  {
    of: 'a pattern that is none',
    fields: [node('input', 101, 'a', {}, { regList: [{ pattern: '/(/', message: '' }] })],
    tells: { at: { node: 101, path: ['__config__', 'regList', 0] }, message: '@form.loss.pattern' },
    labels: ['@design.remedy.removePattern'],
  },
  {
    of: 'a line that a pattern must match',
    fields: [lined({ match: ['a', 'b'], noMatch: ['b'], later: 1 })],
    tells: {
      at: { node: 101, path: ['__config__', 'regList', 1, '__loam__', 'match', 1] },
      message: '@design.problem.line.match',
      params: { line: 'b', pattern: '/^a$/' },
    },
    labels: ['@design.remedy.removeLine'],
  },
  {
    of: 'a line that a pattern must not match',
    fields: [lined({ noMatch: ['', 'a'] })],
    tells: {
      at: { node: 101, path: ['__config__', 'regList', 1, '__loam__', 'noMatch', 1] },
      message: '@design.problem.line.noMatch',
      params: { line: 'a', pattern: '/^a$/' },
    },
    labels: ['@design.remedy.removeLine'],
  },
  {
    of: 'a pattern that nothing is checked by',
    fields: [node('input', 101, 'a', {}, { regList: [{ pattern: '/^(a)\\1$/', message: '' }] })],
    tells: { at: { node: 101, path: ['__config__', 'regList', 0] }, message: '@design.problem.pattern' },
    labels: ['@design.remedy.removePattern'],
  },
  {
    of: 'a formula of what is not there',
    fields: [node('calculate', 101, 'sum', { expression: [{ __vModel__: 'gone', label: 'Gone' }] })],
    tells: { at: { node: 101, path: ['expression'] }, message: '@form.loss.operand' },
    labels: ['@design.remedy.clearFormula'],
  },
  {
    of: 'a setting that names no field, and one that is near',
    fields: [
      node('input', 101, 'number'),
      node('barcode', 102, '', { dataType: 'relation', relationField: 'nomber' }),
    ],
    tells: { at: { node: 102 }, message: '@design.problem.noField', params: { name: 'nomber' } },
    labels: ['@design.remedy.use'],
  },
  {
    of: 'a sum of a column that is not there',
    fields: [
      node(
        'table',
        101,
        'items',
        { showSummary: true, summaryField: ['price', 'gone'] },
        {
          children: [node('inputNumber', 102, 'price')],
        },
      ),
    ],
    tells: { at: { node: 101 }, message: '@design.problem.noField', params: { name: 'gone' } },
    labels: [],
  },
  {
    of: 'a field that has to be filled in and is hidden',
    fields: [node('input', 101, 'a', {}, { required: true, noShow: true })],
    tells: { at: { node: 101 }, message: '@design.problem.hiddenAndRequired' },
    labels: ['@design.remedy.notRequired', '@design.remedy.show'],
  },
  {
    of: 'one that is shown on no device',
    fields: [node('input', 101, 'a', {}, { required: true, visibility: [] })],
    tells: { at: { node: 101 }, message: '@design.problem.hiddenAndRequired' },
    labels: ['@design.remedy.notRequired', '@design.remedy.show'],
  },
  {
    of: 'nothing to choose from',
    fields: [node('select', 101, 'a', { options: [] }, { dataType: 'static' })],
    tells: { at: { node: 101 }, message: '@design.problem.noOptions' },
    labels: [],
  },
  {
    of: 'a sub-table without columns',
    fields: [node('table', 101, 'items', {}, { children: [] })],
    tells: { at: { node: 101 }, message: '@design.problem.noColumns' },
    labels: ['@design.remedy.remove'],
  },
  {
    of: 'containers in which nothing stands, once',
    fields: [
      node(
        'card',
        101,
        '',
        {},
        {
          children: [node('tab', 102, '', {}, { children: [{ title: 'P', __config__: { children: [] } }] })],
        },
      ),
    ],
    tells: { at: { node: 101 }, message: '@design.problem.emptyContainer' },
    labels: ['@design.remedy.remove'],
  },
  {
    of: 'a default that no record could keep',
    fields: [node('editor', 101, 'a', {}, { defaultValue: `<p>${'x'.repeat(600_000)}</p>` })],
    tells: { at: { node: 101, path: ['__config__', 'defaultValue'] }, message: '@form.loss.longDefault' },
    labels: ['@design.remedy.remove'],
  },
  {
    of: 'a container in so many that nothing of it can be seen',
    fields: [nestedCards(14)],
    tells: { at: { node: 213 }, message: '@design.problem.tooNested', params: { count: 12 } },
    labels: ['@design.remedy.moveOut'],
  },
  {
    of: 'a script of a field that cannot be read',
    fields: [node('input', 101, 'a', { on: { change: '({ data }) => {\n  if (\n}' } })],
    tells: {
      at: { node: 101, path: ['on', 'change'] },
      message: '@design.problem.script',
      params: { event: 'change', line: 3 },
    },
    labels: [],
  },
  {
    of: 'a script of the form that cannot be read',
    fields: [],
    form: { funcs: { onLoad: 'alert(1)' } },
    tells: { at: { path: ['funcs', 'onLoad'] }, message: '@design.problem.script', params: { line: 1 } },
    labels: [],
  },
]

describe('a model under design is told of', () => {
  it.each(CASES)('$of', ({ fields, form, tells, labels }) => {
    const document = opened(fields, form)
    const found = inspected(document)
    expect(found).toMatchObject([tells])
    expect(found[0]?.remedies.map(({ label }) => label)).toEqual(labels)
    demandRemedies(document)
  })

  it('formulas that go round in a circle', () => {
    const sum = (id: number, name: string, of: string) =>
      node('calculate', id, name, { expression: [{ __vModel__: of, label: of }] })
    const document = opened([sum(101, 'a', 'b'), sum(102, 'b', 'a')])
    expect(inspected(document)).toMatchObject([
      { message: '@form.problem.cycle', at: { path: ['expression'] } },
    ])
    demandRemedies(document)
  })

  it('what is wrong in drawing order, of the form first', () => {
    const document = opened(
      [
        node('select', 101, 'a', { options: [] }, { dataType: 'static' }),
        node('card', 102, '', {}, { children: [] }),
        node('input', 103, 'a'),
      ],
      { funcs: { onLoad: 'alert(1)' } },
    )
    expect(inspected(document).map(({ at }) => at.node)).toEqual([undefined, 101, 102, 103])
    demandRemedies(document)
  })
})

describe('a model under design is told nothing of', () => {
  it.each(readdirSync(MODELS))('the demo’s %s', (file) => {
    const { formData } = JSON.parse(readFileSync(new URL(file, MODELS), 'utf8')) as { formData: unknown }
    const text = typeof formData === 'string' ? formData : JSON.stringify(formData)
    expect(inspected(openModel({ formData: text }))).toEqual([])
  })

  it('a field that a script shows, choices that come from elsewhere, a new field of any widget', () => {
    const hidden = node('input', 101, 'a', {}, { required: true, noShow: true })
    const shows = node('switch', 102, 'b', {
      on: { change: "({ setShowOrHide }) => { setShowOrHide('a', true) }" },
    })
    const source = (id: number, config: object) => node('select', id, `s${id}`, {}, config)
    expect(
      inspected(
        opened([
          hidden,
          shows,
          source(103, { dataType: 'dictionary', dictionaryType: 'crop' }),
          source(104, { dataType: 'dynamic', propsUrl: 'units' }),
        ]),
      ).filter(({ message }) => message.startsWith('@design')),
    ).toEqual([])
    const made = [...designed.values()]
      .filter(({ definition }) => definition.kind === 'field')
      .map((widget, index) => createField(widget, { id: 101 + index, label: 'L', now: 0 }))
    const told = inspected(opened(made)).map(({ message, at }) => `${message} ${at.node}`)
    expect(told).toEqual([])
  })
})
