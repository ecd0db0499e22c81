import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyForm, anySteps, attempt } from '../../../tests/fixtures/model-edits'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { jsonEqual } from '../../schema'
import { type ModelTexts, openModel, PARTS } from '../document'
import { History } from '../history'
import { type MergedModel, mergeModels, type Side } from './index'

const DOCUMENTS = PARTS.filter((part) => part !== 'settings')
const WIDGETS = { catalogue, designed }
type Json = Readonly<Record<string, unknown>>

const node = (formId: number, jnpfKey: string, name: string, config: Json = {}, more: Json = {}): Json => ({
  ...(name !== '' && { __vModel__: name }),
  ...more,
  __config__: { formId, jnpfKey, label: name.toUpperCase(), ...config },
})
const input = (formId: number, name: string, config: Json = {}, more: Json = {}) =>
  node(formId, 'input', name, config, more)
const box = (formId: number, ...children: Json[]) => node(formId, 'card', '', { children })
const rows = (formId: number, name: string, ...children: Json[]) => node(formId, 'table', name, { children })

const design = (fields: readonly Json[], more: Partial<Record<string, unknown>> = {}): MergedModel => {
  const { webType = '2', form = {}, ...parts } = more
  return {
    webType: String(webType),
    formData: JSON.stringify({ idGlobal: 110, ...(form as Json), fields }),
    ...Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, JSON.stringify(value)])),
  }
}
const merge = (
  base: MergedModel | null,
  ours: MergedModel,
  theirs: MergedModel,
  choices?: ReadonlyMap<string, Side>,
) => mergeModels({ base, ours, theirs }, WIDGETS, choices)
const all = (conflicts: readonly { key: string }[], side: Side) =>
  new Map(conflicts.map(({ key }) => [key, side]))

/** Names, or identities, as a tree. */
const outline = ({ formData = '' }: MergedModel) => {
  const told = (list: unknown): unknown =>
    (list as Json[]).map((one) => {
      const { children, formId } = one['__config__'] as Json
      const name = one['__vModel__'] ?? formId
      return children ? [name, told(children)] : name
    })
  return told(JSON.parse(formData).fields)
}
const fieldOf = ({ formData = '' }: MergedModel, at: number): Json => JSON.parse(formData).fields[at]
const partOf = (model: MergedModel, part: 'columnData' | 'formData'): Json => JSON.parse(model[part] ?? '')
const isSame = (one: MergedModel, other: MergedModel) =>
  one.webType === other.webType &&
  PARTS.every((part) => jsonEqual(openModel(one).tree[part] ?? null, openModel(other).tree[part] ?? null))

describe('two designs that come from one', () => {
  it('are the one that was changed where the other was not, to the byte where it is ours', () => {
    fc.assert(
      fc.property(anyForm, anySteps, (texts, steps) => {
        const history = new History(openModel(texts))
        for (const step of steps) attempt(history, step)
        const whole = (parts: ModelTexts) =>
          Object.fromEntries(DOCUMENTS.map((part) => [part, parts[part] ?? '']))
        const base = { webType: '1', ...whole(texts) }
        const changed = { webType: '2', ...whole(history.texts) }
        const mine = merge(base, changed, base)
        expect(mine).toEqual({ model: expect.objectContaining(mine.model), conflicts: [] })
        for (const [part, text] of Object.entries(history.texts))
          expect(mine.model[part as 'formData']).toBe(text)
        const taken = merge(base, base, changed)
        expect(taken.conflicts).toEqual([])
        expect(isSame(taken.model, changed), JSON.stringify([texts, changed, taken.model])).toBe(true)
        const both = merge(base, changed, changed)
        expect(both.conflicts).toEqual([])
        expect(isSame(both.model, changed)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('have the changes of both, whichever side they are on', () => {
    const ids = [1, 2, 3, 4]
    const anyEdit = fc.record({
      kind: fc.constantFrom('label', 'setting', 'remove', 'add', 'required', 'rename'),
      at: fc.nat(3),
    })
    const edited = (edits: readonly { kind: string; at: number }[], odd: number, mark: string) => {
      let fields = ids.map((id) => box(id * 10, input(id * 10 + 1, `f${id}`)))
      for (const { kind, at } of edits) {
        if (at % 2 !== odd) continue
        const inner = (list: readonly Json[]): readonly Json[] => {
          const [first] = list
          const config = (first?.['__config__'] ?? {}) as Json
          if (kind === 'add' && list.length < 2) return [...list, input(200 + at, `${mark}${at}`)]
          if (!first) return list
          if (kind === 'remove') return list.slice(1)
          if (kind === 'rename') return [{ ...first, __vModel__: `${mark}_${at}` }, ...list.slice(1)]
          const next =
            kind === 'setting'
              ? { ...first, maxlength: at + 1 }
              : { ...first, __config__: { ...config, [kind]: kind === 'label' ? mark : true } }
          return [next, ...list.slice(1)]
        }
        fields = fields.map((one, index) => {
          const config = one['__config__'] as { children: Json[] }
          return index === at ? { ...one, __config__: { ...config, children: inner(config.children) } } : one
        }) as Json[]
      }
      return design(fields)
    }
    fc.assert(
      fc.property(fc.array(anyEdit, { maxLength: 8 }), fc.array(anyEdit, { maxLength: 8 }), (one, other) => {
        const base = edited([], 0, '')
        const [left, right] = [edited(one, 0, 'a'), edited(other, 1, 'b')]
        const [there, back] = [merge(base, left, right), merge(base, right, left)]
        expect([...there.conflicts, ...back.conflicts]).toEqual([])
        expect(outline(there.model)).toEqual(outline(back.model))
        expect(isSame(there.model, back.model)).toBe(true)
        const halves = [left, right].map((model) => JSON.parse(model.formData ?? '').fields)
        expect(partOf(there.model, 'formData')['fields']).toEqual(ids.map((_, at) => halves[at % 2][at]))
      }),
      { numRuns: 100 },
    )
  })

  it('may hold anything', () => {
    const anyText = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify({ fields: value, columnList: value })),
      fc
        .jsonValue()
        .map(
          (value) =>
            `{"__proto__":{"x":1},"fields":[{"__config__":${JSON.stringify(value)}},{"__config__":{"formId":1,"children":${JSON.stringify(value)}},"__proto__":2}]}`,
        ),
    )
    const anyModel = fc.record({
      webType: fc.constantFrom('1', '2'),
      formData: anyText,
      columnData: anyText,
      tables: anyText,
    })
    fc.assert(
      fc.property(anyModel, anyModel, anyModel, (base, ours, theirs) => {
        const { model, conflicts } = merge(base, ours, theirs)
        for (const { ours, theirs } of conflicts) {
          expect(ours.length).toBeGreaterThan(0)
          expect(theirs.length).toBeGreaterThan(0)
        }
        const chosen = merge(base, ours, theirs, all(conflicts, 'theirs'))
        expect(Object.keys(chosen.model).sort()).toEqual(Object.keys(model).sort())
        expect(merge(null, ours, theirs).model).toBeDefined()
        expect(({} as Json)['x']).toBeUndefined()
      }),
      { numRuns: 150 },
    )
  })
})

describe('a field', () => {
  const base = design([input(1, 'a'), input(2, 'b')])

  it('that both have changed differently is asked about, with what each has made of it', () => {
    const ours = design([input(1, 'a', { label: '甲' }), input(2, 'b')])
    const theirs = design([input(1, 'a', { label: '乙', required: true }), input(2, 'b')])
    const { model, conflicts } = merge(base, ours, theirs)
    expect(conflicts).toMatchObject([
      {
        path: 'a',
        ours: [{ kind: 'relabelled', params: { after: '甲' } }],
        theirs: [{ kind: 'relabelled', params: { after: '乙' } }],
      },
    ])
    expect(fieldOf(model, 0)['__config__']).toMatchObject({ label: '甲', required: true })
    const chosen = merge(base, ours, theirs, all(conflicts, 'theirs'))
    expect(fieldOf(chosen.model, 0)['__config__']).toMatchObject({ label: '乙', required: true })
    expect(chosen.conflicts).toEqual(conflicts)
  })

  it('that one has taken away and the other changed is asked about', () => {
    const ours = design([input(1, 'a')])
    const theirs = design([input(1, 'a'), input(2, 'b', {}, { maxlength: 3 })])
    const { model, conflicts } = merge(base, ours, theirs)
    expect(conflicts).toMatchObject([
      { path: 'b', ours: [{ kind: 'removed' }], theirs: [{ kind: 'setting' }] },
    ])
    expect(outline(model)).toEqual(['a'])
    expect(outline(merge(base, ours, theirs, all(conflicts, 'theirs')).model)).toEqual(['a', 'b'])
    expect(outline(merge(base, theirs, ours).model)).toEqual(['a', 'b'])
  })

  it('is where one side has put it, in the order of the side that has moved things', () => {
    const before = design([input(1, 'a'), input(2, 'b'), box(3), input(4, 'd')])
    const moved = design([input(4, 'd'), input(2, 'b'), box(3, input(1, 'a'))])
    const more = design([input(1, 'a', { label: 'x' }), input(2, 'b'), input(7, 'n'), box(3), input(4, 'd')])
    for (const { model, conflicts } of [merge(before, moved, more), merge(before, more, moved)]) {
      expect(conflicts).toEqual([])
      expect(outline(model)).toEqual(['d', 'b', 'n', [3, ['a']]])
      expect(JSON.stringify(partOf(model, 'formData'))).toContain('"label":"x"')
    }
  })

  it('of two that both have made under one identity stays itself, and one of one name is one', () => {
    const ours = design([input(1, 'a'), input(2, 'b'), input(111, 'mine'), input(112, 'same')], {
      form: { idGlobal: 112 },
    })
    const theirs = design(
      [input(1, 'a'), input(2, 'b'), input(111, 'yours'), input(113, 'same', { required: true })],
      {
        form: { idGlobal: 113 },
      },
    )
    const { model, conflicts } = merge(base, ours, theirs)
    expect(outline(model)).toEqual(['a', 'b', 'yours', 'mine', 'same'])
    const form = partOf(model, 'formData')
    const ids = (form['fields'] as { __config__: Json }[]).map(({ __config__ }) => __config__['formId'])
    expect(new Set(ids).size).toBe(5)
    expect(form['idGlobal']).toBe(Math.max(...(ids as number[])))
    expect(conflicts).toEqual([])
  })

  it('that one calls otherwise is called so in what the other has made', () => {
    const list = (prop: string, width: number) => ({
      columnList: [
        { prop, label: 'A', width },
        { prop: 'b', label: 'B' },
      ],
    })
    const before = design([input(1, 'a'), input(2, 'b')], { columnData: list('a', 100) })
    const ours = design([input(1, 'amount'), input(2, 'b')], { columnData: list('amount', 100) })
    const theirs = design([input(1, 'a'), input(2, 'b', {}, { __loam__: { visible: 'a > 1' } })], {
      columnData: list('a', 150),
    })
    for (const { model, conflicts } of [merge(before, ours, theirs), merge(before, theirs, ours)]) {
      expect(conflicts).toEqual([])
      expect(outline(model)).toEqual(['amount', 'b'])
      expect(fieldOf(model, 1)['__loam__']).toEqual({ visible: 'amount > 1' })
      expect(partOf(model, 'columnData')['columnList']).toMatchObject([
        { prop: 'amount', width: 150 },
        { prop: 'b' },
      ])
    }
  })
})

describe('a container', () => {
  it('that one has taken away with what the other has put in is asked about as a whole', () => {
    const base = design([box(1, input(2, 'a')), input(3, 'b')])
    const ours = design([input(3, 'b')])
    const theirs = design([box(1, input(2, 'a'), input(4, 'new')), input(3, 'b')])
    const { model, conflicts } = merge(base, ours, theirs)
    expect(conflicts).toHaveLength(1)
    expect(outline(model)).toEqual(['b'])
    expect(outline(merge(base, ours, theirs, all(conflicts, 'theirs')).model)).toEqual([
      [1, ['a', 'new']],
      'b',
    ])
  })

  it('that was put into another one, which the other side put into it, is in one of them', () => {
    const base = design([box(1, input(3, 'a')), box(2, input(4, 'b'))])
    const ours = design([box(2, input(4, 'b'), box(1, input(3, 'a')))])
    const theirs = design([box(1, input(3, 'a'), box(2, input(4, 'b')))])
    const { model, conflicts } = merge(base, ours, theirs)
    expect(outline(model)).toEqual([[2, ['b', [1, ['a']]]]])
    expect(conflicts.length).toBeGreaterThan(0)
    expect(outline(merge(base, ours, theirs, all(conflicts, 'theirs')).model)).toEqual([
      [1, ['a', [2, ['b']]]],
    ])
  })

  it('of columns keeps what both have added to it', () => {
    const base = design([rows(1, 't', input(2, 'a'))])
    const ours = design([rows(1, 't', input(2, 'a'), input(5, 'o'))])
    const theirs = design([rows(1, 'u', input(2, 'a'), input(5, 'p'))])
    expect(outline(merge(base, ours, theirs).model)).toEqual([['u', ['a', 'p', 'o']]])
  })
})

describe('without anything in common', () => {
  it('fields are the same by their names alone', () => {
    const ours = design([input(1, 'a'), input(2, 'b')])
    const theirs = design([input(1, 'x'), input(2, 'a', { label: 'Other' })])
    const { model, conflicts } = merge(null, ours, theirs)
    expect(outline(model)).toEqual(['x', 'a', 'b'])
    expect(conflicts).toMatchObject([
      { path: 'a', ours: [{ params: { after: 'A' } }], theirs: [{ params: { after: 'Other' } }] },
    ])
  })
})

describe('a list', () => {
  const list = (more: Json, ...columns: Json[]) => ({
    hasPage: true,
    pageSize: 20,
    columnList: columns,
    ...more,
  })
  const fields = [input(1, 'a'), input(2, 'b')]
  const column = (prop: string, width = 100) => ({ prop, label: prop.toUpperCase(), width })
  const of = (value: Json) => design(fields, { columnData: value })

  it('has the columns of both, and is asked about what both have set', () => {
    const base = of(list({}, column('a'), column('b')))
    const ours = of(list({ pageSize: 50 }, column('b'), column('a', 120)))
    const theirs = of(list({ pageSize: 30, hasSuperQuery: false }, column('a'), column('b', 90), column('c')))
    const { model, conflicts } = merge(base, ours, theirs)
    expect(conflicts).toMatchObject([
      { ours: [{ text: '@diff.setting' }], theirs: [{ text: '@diff.setting' }] },
    ])
    expect(partOf(model, 'columnData')).toMatchObject({
      ...{ pageSize: 50, hasSuperQuery: false },
      columnList: [column('b', 90), column('c'), column('a', 120)],
    })
  })

  it('that one side alone has is there', () => {
    const [without, having] = [design(fields), of(list({}, column('a')))]
    expect(merge(without, without, having).model.columnData).toBe(having.columnData)
    expect(merge(without, having, without).model.columnData).toBe(having.columnData)
  })
})

it('keeps numbers of many digits that are taken from the other side', () => {
  const text = (more: string) => ({ webType: '1', formData: `{"idGlobal":1,"fields":[]${more}}` })
  const { model } = merge(
    text(''),
    text(',"own":1'),
    text(',"key":12345678901234567890,"in":{"key":12345678901234567891}'),
  )
  expect(model.formData).toContain('"key":12345678901234567890')
  expect(model.formData).toContain('"key":12345678901234567891')
})
