import { readdirSync, readFileSync } from 'node:fs'
import { readExactly } from '@runtime/exact-numbers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import locale from '../../../schemas/locales/diff.json'
import { anyForm, anySteps, attempt, type commandFor } from '../../../tests/fixtures/model-edits'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { createField } from '../../widget/design'
import { type ModelTexts, openModel, PARTS } from '../document'
import { History } from '../history'
import { DesignSession } from '../session'
import { subjectOf } from '../subjects'
import { type Change, type ComparedModel, changesBetween } from './index'

const WIDGETS = { catalogue, designed }
type Json = Readonly<Record<string, unknown>>

const model = (texts: ModelTexts, more: Partial<ComparedModel> = {}): ComparedModel => ({
  ...{ fullName: '采购', webType: '2' },
  ...texts,
  ...more,
})
const between = (before: ModelTexts, after: ModelTexts) =>
  changesBetween(model(before), model(after), WIDGETS)

function field(key: string, id: number, more: Json = {}, config: Json = {}): Json {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  const made = createField(widget, { id, label: `L${id}`, now: 1 })
  const name = '__vModel__' in made ? { __vModel__: `f${id}` } : {}
  return { ...made, ...name, ...more, __config__: { ...(made['__config__'] as Json), ...config } }
}

const form = (fields: readonly unknown[], more: Json = {}): ModelTexts => ({
  formData: JSON.stringify({ idGlobal: 110, fields, ...more }),
})

/** What was found, as kind, weight and path. */
const short = (changes: readonly Change[]) =>
  changes.map(({ kind, weight, path }) => [kind, weight, ...(path === undefined ? [] : [path])].join(' '))

const ofFields = (before: readonly unknown[], after: readonly unknown[]) =>
  short(between(form(before), form(after)))

function every(changes: readonly Change[]): void {
  for (const { text } of changes) expect(Object.keys(locale)).toContain(text.replace('@diff.', ''))
}

describe('two designs', () => {
  const models: readonly ModelTexts[] = readdirSync(new URL('../../../schemas/models/', import.meta.url)).map(
    (file) => {
      const text = readFileSync(new URL(`../../../schemas/models/${file}`, import.meta.url), 'utf8')
      const { formData, columnData, tables } = JSON.parse(text) as Json
      return Object.fromEntries(
        Object.entries({ formData, columnData, tables }).map(([part, value]) => [
          part,
          JSON.stringify(value),
        ]),
      )
    },
  )

  it('that say the same have no changes, also when they are written otherwise', () => {
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([name, one]) => [name, turned(one)]),
            )
          : value
    for (const texts of models) {
      const other = Object.fromEntries(
        Object.entries(texts).map(([part, text]) => [
          part,
          JSON.stringify(turned(JSON.parse(text)), null, 3),
        ]),
      )
      expect(between(texts, texts)).toEqual([])
      expect(between(texts, other)).toEqual([])
    }
    expect(between({}, { formData: ' ', columnData: '' })).toEqual([])
  })

  it('that were changed by any command have at least one, with words for each', () => {
    const told = (texts: ModelTexts, steps: Parameters<typeof commandFor>[1][]) => {
      const history = new History(openModel(texts))
      for (const step of steps) {
        const before = history.texts
        attempt(history, step)
        const isSame = PARTS.every((part) => plain(before[part] ?? '') === plain(history.texts[part] ?? ''))
        const changes = between(before, history.texts)
        expect(changes.length === 0, JSON.stringify([before, history.texts])).toBe(isSame)
        every(changes)
      }
    }
    const steps = anySteps
    fc.assert(fc.property(anyForm, steps, told), { numRuns: 200 })
    fc.assert(
      fc.property(fc.nat(models.length - 1), steps, (at, edits) => told(models[at] ?? {}, edits)),
      { numRuns: 5 },
    )
  })

  it('may hold anything', () => {
    const anyText = fc.oneof(
      fc.json(),
      fc.string(),
      fc.jsonValue().map((value) => JSON.stringify({ fields: value, funcs: value, columnList: value })),
      fc
        .jsonValue()
        .map(
          (value) => `{"fields":[{"__config__":${JSON.stringify(value)},"__proto__":1,"options":3,"on":[]}]}`,
        ),
    )
    const anyTexts = fc.record({
      formData: anyText,
      columnData: anyText,
      appColumnData: anyText,
      tables: anyText,
    })
    fc.assert(
      fc.property(anyTexts, anyTexts, (before, after) => {
        every(between(before, after))
        expect(between(before, before)).toEqual([])
      }),
      { numRuns: 200 },
    )
    expect(short(between({ formData: '{' }, { formData: '{}' }))).toEqual(['text other'])
  })

  it('differ in what they are called and what kind they are', () => {
    const changes = changesBetween(model({}), model({}, { fullName: '订单', webType: '1' }), WIDGETS)
    expect(changes.map(({ params }) => params)).toEqual([
      { before: '采购', after: '订单' },
      { before: '@development.kind.formAndList', after: '@development.kind.form' },
    ])
  })

  it('with long numbers are told apart to the last digit', () => {
    const id = (digits: string) => ({ tables: `[{"id":${digits}}]` })
    expect(short(between(id('12345678901234567890'), id('12345678901234567891')))).toEqual(['rest other'])
  })
})

/** Without white space, and members in order; long numbers keep their digits. */
function plain(text: string): string {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((name) => [name, sorted((value as Json)[name])]),
          )
        : value
  return text.trim() === '' ? '' : JSON.stringify(sorted(readExactly(text)))
}

describe('a field', () => {
  it('that is renamed is one change, with what follows it', () => {
    const session = new DesignSession({
      id: 'm',
      widgets: WIDGETS,
      texts: {
        ...form([
          field('number-input', 101),
          field(
            'sub-table',
            102,
            { summaryField: ['f103'] },
            { children: [field('input', 103, {}, { parentVModel: 'f102', isSubTable: true })] },
          ),
          field('calculate', 104, { expression: [{ __vModel__: 'f101' }, '×', '2'] }),
        ]),
        columnData: JSON.stringify({ columnList: [{ prop: 'f101', label: 'L101' }], defaultSidx: 'f101' }),
      },
    })
    const before = session.history.texts
    const rename = (node: number, name: string) => {
      const command = subjectOf(session.tree, WIDGETS, { part: 'formData', node, path: [] })?.change(
        'name',
        name,
      )
      if (!command) throw new Error('It is not renamed')
      session.run(command)
    }
    rename(101, 'price')
    rename(102, 'items')
    expect(short(between(before, session.history.texts))).toEqual([
      'renamed other price',
      'renamed other items',
    ])
    const columnData = JSON.stringify({
      columnList: [{ prop: 'price', label: 'L101' }],
      defaultSidx: 'price',
    })
    expect(short(between(before, { ...session.history.texts, columnData }))).toHaveLength(2)
  })

  it('that any designer calls otherwise stays what it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.stringMatching(/^[a-z]\w{0,8}$/), (at, name) => {
        const fields = [101, 102, 103, 104].map((id) => field('input', id))
        const after = fields.map((one, index) => (index === at ? { ...one, __vModel__: name } : one))
        const kinds = between(form(fields), form(after)).map(({ kind }) => kind)
        expect(kinds).toEqual(['renamed'])
      }),
    )
  })

  it('without an identity is known by its name, below its table too', () => {
    const bare = (name: string, more: Json = {}, config: Json = {}) => ({
      __vModel__: name,
      __config__: { jnpfKey: 'input', label: name, ...config },
      ...more,
    })
    const table = (...children: Json[]) => bare('t', {}, { jnpfKey: 'table', children })
    expect(ofFields([bare('a'), table(bare('a'))], [table(bare('a', { maxlength: 3 })), bare('a')])).toEqual([
      'setting tighter t.a',
      'reordered other',
    ])
    const twice = (label: string) => field('input', 1, { __vModel__: label })
    expect(ofFields([twice('a'), twice('b')], [twice('a'), twice('c')])).toEqual([
      'removed loss b',
      'added other c',
    ])
  })

  it('comes, goes and moves', () => {
    const [a, b, c] = [field('input', 101), field('input', 102), field('input', 103)]
    const card = (...children: unknown[]) => field('card', 110, {}, { children })
    const table = (...children: unknown[]) => field('sub-table', 111, {}, { children })
    expect(ofFields([a, b], [b, field('input', 104, {}, { required: true }), c])).toEqual([
      'removed loss f101',
      'added tighter f104',
      'added other f103',
    ])
    expect(ofFields([a, b, c, card()], [c, b, card(a)])).toEqual(['reordered other', 'moved other f101'])
    expect(ofFields([a, table(b)], [table(b, a)])).toEqual(['moved loss f111.f101'])
    expect(ofFields([a, table(b)], [a])).toEqual(['removed loss f111'])
    expect(ofFields([card(a)], [a])).toEqual(['removed other', 'moved other f101'])
  })

  const WAYS: readonly (readonly [
    string,
    { readonly config?: Json; readonly [member: string]: unknown },
    string,
  ])[] = [
    ['required', { config: { required: true } }, 'required tighter'],
    ['unique', { config: { unique: true } }, 'unique tighter'],
    ['shorter', { maxlength: 5 }, 'setting tighter'],
    ['patterns', { config: { regList: [{ pattern: '/^1/', message: 'm' }] } }, 'setting tighter'],
    ['label', { config: { label: 'Neu' } }, 'relabelled other'],
    ['width', { config: { span: 12 } }, 'setting other'],
    ['rule', { __loam__: { visible: 'total > 1' } }, 'rule other'],
    ['rule that asks for it', { __loam__: { required: 'true' } }, 'rule tighter'],
    ['script', { on: { change: '({ data }) => { data.x = 1 }' } }, 'script other'],
    ['what nobody knows', { custom: 1 }, 'rest other'],
    ['widget of the same kind of values', { config: { jnpfKey: 'textarea' } }, 'widget other'],
    ['widget of another kind', { config: { jnpfKey: 'inputNumber' } }, 'widget loss'],
  ]

  it.each(WAYS)('changes by its %s', (_, { config, ...more }, expected) => {
    const before = field('input', 101, {}, { unique: false })
    const after = { ...before, ...more, __config__: { ...(before['__config__'] as Json), ...config } }
    const changes = between(form([before]), form([after]))
    expect(short(changes)).toEqual([`${expected} f101`])
    every(changes)
  })

  it('is chosen from other options', () => {
    const select = (options: unknown, more: Json = {}) => field('select', 101, { options, ...more })
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, fullName: id.toUpperCase() }))
    const changes = between(form([select([a, b])]), form([select([{ ...a, fullName: 'Ah' }, c])]))
    expect(changes.map(({ text, params }) => [text, params['options']])).toEqual([
      ['@diff.optionsRemoved', ['B']],
      ['@diff.optionsAdded', ['C']],
      ['@diff.optionsRelabelled', [{ text: '@diff.fromTo', with: { before: 'A', after: 'Ah' } }]],
    ])
    expect(ofFields([select([a, b])], [select([b, a])])).toEqual(['options other f101'])
    expect(ofFields([select([a], { multiple: true })], [select([a], { multiple: false })])).toEqual([
      'setting loss f101',
    ])
  })

  it('says what a setting was and is by what the panel calls it', () => {
    const changes = between(
      form([field('input', 101)]),
      form([field('input', 101, { maxlength: 50, disabled: true })]),
    )
    expect(changes.map(({ params }) => params)).toEqual([
      { field: 'L101', setting: '@widgets.setting.maxlength', before: '@diff.nothing', after: 50 },
      {
        field: 'L101',
        setting: '@design.setting.disabled',
        before: '@design.word.no',
        after: '@design.word.yes',
      },
    ])
  })
})

describe('the form itself', () => {
  it('has other settings and scripts', () => {
    const changes = between(
      form([]),
      form([], {
        popupType: 'drawer',
        classJson: 'a'.repeat(80),
        funcs: { onLoad: '() => { run() }' },
        own: 1,
      }),
    )
    expect(
      changes.map(({ text, params }) => [text, params['setting'] ?? params['event'] ?? params['settings']]),
    ).toEqual([
      ['@diff.setting', '@design.form.popupType'],
      ['@diff.settingChanged', '@design.form.classJson'],
      ['@diff.script.added', '@design.event.onLoad'],
      ['@diff.restOfField', ['own']],
    ])
  })
})

describe('a list', () => {
  const LIST = {
    type: 1,
    columnList: [
      { prop: 'f101', label: 'L101', width: 100, __config__: { label: 'L101' } },
      { prop: 'f102', label: 'L102' },
      { prop: 'f103', label: 'L103' },
    ],
    searchList: [{ prop: 'f101', label: 'L101', searchType: 2 }],
    btnsList: [{ value: 'add', label: '新增' }],
    ...{ hasPage: true, pageSize: 20, defaultSidx: '', sort: 'desc', useBtnPermission: false },
  }
  const FORM = [101, 102, 103].map((id) => field('input', id))
  const texts = (list: Json, fields: readonly unknown[] = FORM, part = 'columnData'): ModelTexts => ({
    ...form(fields),
    [part]: JSON.stringify(list),
  })

  it('has other columns, search fields, buttons, settings and rights', () => {
    const [first, second, third] = LIST.columnList
    const changes = between(
      texts(LIST),
      texts({
        ...LIST,
        ...{ type: 3, groupField: 'f102', pageSize: 50, defaultSidx: 'f101', useBtnPermission: true },
        columnList: [third, { ...first, width: 200 }],
        searchList: [
          { prop: 'f101', label: 'L101', searchType: 1 },
          { prop: 'f102', label: 'L102' },
        ],
        btnsList: [
          { value: 'add', label: '新建' },
          { value: 'download', label: '导出' },
        ],
        funcs: { rowStyle: '({ row }) => { return { color: row.x } }' },
        special: 1,
      }),
    )
    expect(second).toBeDefined()
    expect(changes.map(({ kind, text }) => `${kind} ${text.replace('@diff.', '')}`)).toEqual([
      'column column.removed',
      'column setting',
      'column column.reordered',
      'search setting',
      'search search.added',
      'button setting',
      'button button.added',
      'list setting',
      'list setting',
      'list setting',
      'list setting',
      'permission setting',
      'script script.added',
      'rest restOf',
    ])
    every(changes)
  })

  it('does not tell what only follows its fields', () => {
    const [first, second] = FORM
    const relabelled = { ...first, __config__: { ...(first?.['__config__'] as Json), label: 'Neu' } }
    const [column, , third] = LIST.columnList
    const list = {
      ...LIST,
      columnList: [{ ...column, label: 'Neu', __config__: { label: 'Neu' } }, third],
      searchList: [{ ...LIST.searchList[0], label: 'Neu' }],
    }
    expect(second).toBeDefined()
    expect(short(between(texts(LIST), texts(list, [relabelled, FORM[2]])))).toEqual([
      'removed loss f102',
      'relabelled other f101',
    ])
  })

  it('of the phone is told as such, and one that is designed at last', () => {
    const changes = between(
      texts(LIST, FORM, 'appColumnData'),
      texts({ ...LIST, pageSize: 50 }, FORM, 'appColumnData'),
    )
    expect(changes.map(({ params }) => params['list'])).toEqual(['@design.text.appColumnData'])
    expect(between(form(FORM), texts(LIST)).map(({ text }) => text)).toEqual(['@diff.partAdded'])
  })
})

it('compares forms of 5,000 fields', () => {
  const fields = Array.from({ length: 5000 }, (_, index) => field('input', 1000 + index))
  const after = fields.map((one, index) => (index % 500 === 0 ? { ...one, maxlength: 3 } : one))
  expect(between(form(fields), form(after.toReversed()))).toHaveLength(11)
})
