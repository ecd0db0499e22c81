import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { asRecord, asWord, isRecord } from '../../json'
import type { ModelTexts } from '../document'
import { duplicate, removeSelected } from '../edits'
import { outlineOf } from '../outline'
import { DesignSession } from '../session'
import { subjectOf } from '../subjects'
import { conditionsIn, mentionsIn } from './mentions'

const MODELS = new URL('../../../schemas/models/', import.meta.url)
const WIDGETS = { catalogue, designed }
const open = (texts: ModelTexts) => new DesignSession({ id: 'm', texts, widgets: WIDGETS })
const node = (id: number) => ({ part: 'formData', node: id, path: [] }) as const

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const models = readdirSync(MODELS).map((file): ModelTexts => {
  const { formData, columnData } = asRecord(JSON.parse(readFileSync(new URL(file, MODELS), 'utf8')))
  return { formData: textOf(formData), columnData: textOf(columnData), appColumnData: textOf(columnData) }
})

function set(session: DesignSession, id: number, name: string, value: unknown): void {
  const command = subjectOf(session.tree, WIDGETS, node(id))?.change(name, value)
  if (!command) throw new Error(`${name} does not change`)
  session.run(command, { typed: true })
}

const COPY = { jnpfKey: 'inputNumber', formId: 1, label: '总额', required: false }
const FORM = JSON.stringify({
  idGlobal: 110,
  fields: [
    { __vModel__: 'total', precision: 2, __config__: COPY },
    {
      __vModel__: 'items',
      __config__: {
        jnpfKey: 'table',
        formId: 2,
        label: '明细',
        children: [
          {
            __vModel__: 'amount',
            __config__: { jnpfKey: 'inputNumber', formId: 3, label: '金额', parentVModel: 'items' },
          },
        ],
      },
    },
  ],
})
const AMOUNT = { prop: 'items-amount', id: 'items-amount', __vModel__: 'items-amount', label: '明细-金额' }
const LIST = `{ "type":1.0 ,
 "columnList":[{"label":"总额","prop":"total","id":"total","fullName":"总额","width": 1e2,"jnpfKey":"inputNumber",
   "__vModel__":"total","precision":2,"__config__":${JSON.stringify(COPY)}},  ${JSON.stringify(AMOUNT)}],
 "searchList":[{"__vModel__":"total","__config__":{"label":"总额"},"searchType":3,"searchMultiple":false,"value":[],"label":"合计"}],
 "columnOptions":[${JSON.stringify(AMOUNT)}], "defaultColumnList":[{"prop":"total","label":"总额","checked":true}],
 "defaultSidx":"total","groupField":"total","treeRelation":"total","summaryField":["total","items-amount"],
 "complexHeaderList":[{"id":"h","childColumns":["total"]}],"defaultSortConfig":[{"field":"total","sort":"asc"}],
 "customBtnsList":[{"value":"btn_1","event":{"formOptions":[{"currentField":"total","field":"x"}],
   "templateJson":[{"field":"p","type":1,"value":"total"},{"field":"q","type":2,"value":"total"}]}}],
 "ruleList":{"matchLogic":"and","conditionList":[{"logic":"and","groups":[{"field":"total","fieldName":"总额","symbol":">"}]}]},
 "calendar":{"field":"total","endField":"total","titleFields":["total"],
   "conditions":{"conditionList":[{"groups":[{"field":"total","symbol":">"}]}]}},
 "other":"total"}`
const list = (session: DesignSession, part: 'columnData' | 'appColumnData' = 'columnData') =>
  JSON.parse(session.history.texts[part] ?? '')

describe('what lists say of the fields of a form', () => {
  it('follows a rename, in the same step, in both lists', () => {
    const session = open({ formData: FORM, columnData: LIST, appColumnData: LIST })
    const texts = session.history.texts
    set(session, 1, 'name', 'sum')
    for (const part of ['columnData', 'appColumnData'] as const) {
      expect(session.history.texts[part]).toBe(
        LIST.replaceAll('"total"', '"sum"')
          .replace('"type":2,"value":"sum"', '"type":2,"value":"total"')
          .replace('"other":"sum"', '"other":"total"'),
      )
    }
    expect(session.history.steps).toHaveLength(1)
    session.undo()
    expect(session.history.texts).toEqual(texts)
  })

  it('follows a sub-table and its columns', () => {
    const session = open({ formData: FORM, columnData: LIST })
    set(session, 2, 'name', 'lines')
    set(session, 3, 'name', 'cost')
    set(session, 2, 'label', '行')
    set(session, 3, 'label', '费用')
    const entry = { prop: 'lines-cost', id: 'lines-cost', __vModel__: 'lines-cost', label: '行-费用' }
    expect(list(session)).toMatchObject({ columnList: [{}, entry], columnOptions: [entry] })
    expect(list(session).summaryField).toEqual(['total', 'lines-cost'])
  })

  it('takes over labels, but where the list calls the field otherwise; what is typed is one step', () => {
    const session = open({ formData: FORM, columnData: LIST })
    const texts = session.history.texts
    set(session, 1, 'label', '总')
    set(session, 1, 'label', '总计')
    expect(list(session)).toMatchObject({
      columnList: [{ label: '总计', fullName: '总计', __config__: { label: '总计' } }, {}],
      searchList: [{ label: '合计', __config__: { label: '总计' } }],
      defaultColumnList: [{ label: '总计' }],
      ruleList: { conditionList: [{ groups: [{ fieldName: '总计' }] }] },
    })
    expect(session.history.steps).toHaveLength(1)
    set(session, 1, 'label', '总额')
    expect(session.history.steps).toHaveLength(0)
    expect(session.history.texts).toEqual(texts)
  })

  it('takes over settings into whole copies, and leaves what is the list’s own', () => {
    const session = open({ formData: FORM, columnData: LIST })
    set(session, 1, 'required', true)
    session.seal()
    set(session, 1, 'precision', 4)
    const [column] = list(session).columnList
    expect(column).toMatchObject({ precision: 4, width: 100, __config__: { required: true } })
    expect(list(session).defaultColumnList).toEqual([{ prop: 'total', label: '总额', checked: true }])
    expect(session.history.texts.columnData).toContain('"width": 1e2')
  })

  it('loses a field that is deleted, but for filters that would show more without it', () => {
    const session = open({ formData: FORM, columnData: LIST })
    const texts = session.history.texts
    session.select({ nodes: [node(1)], anchor: node(1) })
    removeSelected(session)
    expect(list(session)).toMatchObject({
      columnList: [AMOUNT],
      searchList: [],
      defaultColumnList: [],
      ...{ defaultSidx: '', groupField: '', treeRelation: '', summaryField: ['items-amount'] },
      complexHeaderList: [{ childColumns: [] }],
      defaultSortConfig: [],
      customBtnsList: [{ event: { formOptions: [], templateJson: [{ value: '' }, { value: 'total' }] } }],
      ruleList: { conditionList: [{ groups: [{ field: 'total' }] }] },
    })
    session.undo()
    expect(session.history.texts).toEqual(texts)
  })

  it('is asked for anew how it is searched when a field becomes another widget', () => {
    const session = open({ formData: FORM, columnData: LIST })
    const what = { ...node(1), path: ['__config__', 'jnpfKey'] }
    session.run({ do: 'set', what, value: 'input' })
    expect(list(session)).toMatchObject({
      columnList: [{ jnpfKey: 'input', __config__: { jnpfKey: 'input' } }, {}],
      searchList: [{ searchType: 2, searchMultiple: false, value: null }],
    })
  })

  it('names what is there after whatever edits, and comes back to the byte', () => {
    const anyEdit = fc.record({ kind: fc.constantFrom('name', 'label', 'remove', 'copy'), at: fc.nat() })
    fc.assert(
      fc.property(fc.constantFrom(...models), fc.array(anyEdit, { maxLength: 6 }), (texts, edits) => {
        const session = open(texts)
        const lost = new Set(lostIn(session))
        for (const [index, { kind, at }] of edits.entries()) {
          const lines = outlineOf(session.tree, catalogue)
          const line = lines[at % Math.max(1, lines.length)]
          if (!line) continue
          if (kind === 'name' || kind === 'label') {
            const command = subjectOf(session.tree, WIDGETS, line.address)?.change(kind, `new${index}`)
            if (command) session.run(command)
          } else {
            session.select({ nodes: [line.address], anchor: line.address })
            if (kind === 'remove') removeSelected(session)
            else duplicate(session, 1)
          }
          expect(lostIn(session).filter((prop) => !lost.has(prop))).toEqual([])
        }
        while (session.canUndo) session.undo()
        // Texts this long are not to be shown where they differ.
        expect(
          Object.entries(texts).every(([part, text]) => session.history.texts[part as 'tables'] === text),
        ).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

/** What the lists name that the form does not have. */
function lostIn(session: DesignSession): readonly string[] {
  const props = new Set([...(session.plan?.fields.keys() ?? [])].map((path) => path.replace('.', '-')))
  return (['columnData', 'appColumnData'] as const).flatMap((part) => {
    const data = session.tree[part]
    if (!isRecord(data)) return []
    const removed = new Set(conditionsIn(data).map(({ prop }) => asWord(prop)))
    return mentionsIn(data)
      .map(({ prop }) => prop)
      .filter((prop) => !props.has(prop) && !removed.has(prop))
  })
}
