import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { asRecord } from '../../json'
import { compileColumnData } from '../../list'
import type { Command } from '../command'
import { DesignSession } from '../session'
import {
  addColumn,
  addCustomButton,
  addSearch,
  beginList,
  moveItem,
  removeItem,
  setItem,
  switchButton,
} from './edits'
import { columnsOffered, propsOf, searchesOffered } from './entries'
import { type ListChoice, subjectOfList, THE_LIST } from './subject'

const PART = 'columnData'
const field = (jnpfKey: string, formId: number, name: string, more = {}) => ({
  ...more,
  __vModel__: name,
  __config__: { jnpfKey, formId, label: name.toUpperCase() },
})
const FORM = {
  idGlobal: 110,
  fields: [
    field('input', 1, 'no'),
    field('datePicker', 2, 'day'),
    field('select', 3, 'kind', { options: [{ id: 'a', fullName: 'A' }] }),
    field('inputNumber', 4, 'total', { width: 5, align: 'right' }),
    {
      __vModel__: 'items',
      __config__: { jnpfKey: 'table', formId: 5, label: 'ITEMS', children: [field('input', 6, 'item')] },
    },
    { __config__: { jnpfKey: 'divider', formId: 7 } },
  ],
}

function open(columnData?: object): DesignSession {
  const texts = { formData: JSON.stringify(FORM), columnData: columnData ? JSON.stringify(columnData) : '' }
  return new DesignSession({ id: 'm', texts, widgets: { catalogue, designed } })
}

function planOf({ plan }: DesignSession) {
  if (!plan) throw new Error('There is no form')
  return plan
}

function run(session: DesignSession, command: Command | null | undefined): void {
  if (!command) throw new Error('There is nothing to do')
  expect(session.run(command)).toBeNull()
}

/** A session whose list has been begun. */
function begun(): DesignSession {
  const session = open()
  run(session, beginList(session.tree, planOf(session), PART))
  return session
}

const list = ({ tree }: DesignSession) => asRecord(tree[PART])
const change = (session: DesignSession, choice: ListChoice, name: string, value: unknown) =>
  run(session, subjectOfList(session.tree, planOf(session), PART, choice)?.change(name, value))
const offered = (session: DesignSession, prop: string) => {
  const found = columnsOffered(session.tree, planOf(session)).find((one) => one.prop === prop)
  if (!found) throw new Error(`${prop} is not offered`)
  return found
}

describe('a list under design', () => {
  it('begins with the first fields of the form, in words that compile without a loss', () => {
    const session = begun()
    expect(propsOf(list(session), 'columnList')).toEqual(['no', 'day', 'kind', 'total'])
    expect(list(session)['columnList']).toMatchObject([
      { label: 'NO', prop: 'no', fixed: 'none', width: null, id: 'no', fullName: 'NO', __vModel__: 'no' },
      {},
      {},
      { align: 'left', width: null, __config__: { jnpfKey: 'inputNumber' } },
    ])
    expect(list(session)['searchList']).toMatchObject([
      { prop: 'no', searchType: 2, searchMultiple: false, value: null },
      { prop: 'day', searchType: 3, value: [] },
    ])
    expect(list(session)['defaultColumnList']).toMatchObject([
      ...Array.from({ length: 4 }, () => ({ checked: true })),
      { prop: 'items-item', label: 'ITEMS-ITEM', checked: false },
    ])
    const plan = compileColumnData(list(session), planOf(session), { id: 'm' })
    expect(plan.losses).toEqual([])
    expect(plan.row.map(({ value }) => value)).toEqual(['edit', 'remove', 'detail'])
    session.undo()
    expect(session.history.texts.columnData).toBe('')
  })

  it('is copied for phones, and not begun twice', () => {
    const session = begun()
    run(session, beginList(session.tree, planOf(session), 'appColumnData'))
    expect(session.tree.appColumnData).toEqual(session.tree.columnData)
    expect(beginList(session.tree, planOf(session), 'appColumnData')).toBeNull()
  })

  it('takes columns in, moves them, and gives them up, each a step that comes back', () => {
    const session = begun()
    const before = session.history.texts
    run(session, addColumn(session.tree, PART, offered(session, 'items-item')))
    expect(addColumn(session.tree, PART, offered(session, 'no'))).toBeNull()
    run(session, moveItem(session.tree, PART, 'columnList', 0, 2))
    run(session, setItem(PART, 'columnList', 0, 'width', 140))
    expect(propsOf(list(session), 'columnList')).toEqual(['day', 'kind', 'no', 'total', 'items-item'])
    run(session, removeItem(session.tree, PART, 'columnList', 1))
    expect(propsOf(list(session), 'columnList')).toEqual(['day', 'no', 'total', 'items-item'])
    expect(
      (list(session)['defaultColumnList'] as readonly { checked: boolean }[]).map(({ checked }) => checked),
    ).toEqual([true, true, false, true, true])
    expect(moveItem(session.tree, PART, 'columnList', 0, 9)).toBeNull()
    expect(removeItem(session.tree, PART, 'columnList', 9)).toBeNull()
    for (let steps = 0; steps < 4; steps += 1) session.undo()
    expect(session.history.texts).toEqual(before)
  })

  it('is searched by what can be searched, in ways that the field has', () => {
    const session = begun()
    const searches = searchesOffered(session.tree, planOf(session))
    const kind = searches.find(({ prop }) => prop === 'kind')
    expect(kind && addSearch(session.tree, PART, kind)).not.toBeNull()
    if (kind) run(session, addSearch(session.tree, PART, kind, 0))
    expect(list(session)['searchList']).toMatchObject([
      { prop: 'kind', searchMultiple: true, value: [] },
      {},
      {},
    ])
    change(session, { of: 'searchList', prop: 'no' }, 'searchType', 1)
    expect(compileColumnData(list(session), planOf(session), { id: 'm' })).toMatchObject({
      losses: [],
      search: [{ multiple: true }, { operator: 'equals' }, { operator: 'between' }],
    })
  })

  it('has its buttons switched on in their usual order, and those of its own', () => {
    const session = begun()
    const values = (member: string) =>
      (list(session)[member] as { value: string }[]).map(({ value }) => value)
    run(session, switchButton(session.tree, PART, 'btnsList', 'upload'))
    expect(values('btnsList')).toEqual(['add', 'upload', 'batchRemove'])
    run(session, switchButton(session.tree, PART, 'btnsList', 'add'))
    expect(values('btnsList')).toEqual(['upload', 'batchRemove'])
    run(session, addCustomButton(session.tree, PART, '通知'))
    run(session, addCustomButton(session.tree, PART, '催办'))
    expect(values('customBtnsList')).toEqual(['btn_custom1', 'btn_custom2'])
    change(session, { of: 'customBtnsList', value: 'btn_custom2' }, 'btnType', 3)
    expect(list(session)['customBtnsList']).toMatchObject([
      { event: { btnType: 2 } },
      { event: { btnType: 3 } },
    ])
    change(session, { of: 'btnsList', value: 'upload' }, 'label', '批量录入')
    expect(list(session)['btnsList']).toMatchObject([{ label: '批量录入' }, {}])
  })

  it('has settings that are written where they are read; emptied they say nothing', () => {
    const session = begun()
    change(session, { of: 'columnList', prop: 'total' }, 'align', 'right')
    change(session, { of: 'columnList', prop: 'total' }, 'width', 120)
    expect(list(session)['columnList']).toMatchObject([{}, {}, {}, { align: 'right', width: 120 }])
    change(session, { of: 'columnList', prop: 'total' }, 'width', undefined)
    expect(list(session)['columnList']).toMatchObject([{}, {}, {}, { width: null }])
    change(session, THE_LIST, 'type', 3)
    change(session, THE_LIST, 'groupField', 'kind')
    change(session, THE_LIST, 'showSummary', true)
    change(session, THE_LIST, 'summaryField', ['total'])
    change(session, THE_LIST, 'defaultSidx', 'day')
    expect(compileColumnData(list(session), planOf(session), { id: 'm' })).toMatchObject({
      ...{ kind: 'grouped', losses: [], summary: ['total'], group: { path: 'kind' } },
      sort: { field: 'day', order: 'desc' },
    })
    change(session, THE_LIST, 'defaultSidx', undefined)
    expect(list(session)['defaultSidx']).toBe('')
  })

  it('of 3.6 keeps its first order where that version has it', () => {
    const session = open({ defaultSortConfig: [{ field: 'day', sort: 'asc' }], columnList: [] })
    change(session, THE_LIST, 'defaultSidx', 'no')
    expect(list(session)).toEqual({ defaultSortConfig: [{ field: 'no', sort: 'asc' }], columnList: [] })
  })

  it('has nothing where nothing stands', () => {
    const session = begun()
    const at = (choice: ListChoice) => subjectOfList(session.tree, planOf(session), PART, choice)
    expect(at({ of: 'columnList', prop: 'gone' })).toBeUndefined()
    expect(at({ of: 'btnsList', value: 'gone' })).toBeUndefined()
    expect(subjectOfList({}, planOf(session), PART, THE_LIST)).toBeUndefined()
  })

  it('has an import template where it can be imported: which fields, and whether records are updated', () => {
    const session = begun()
    const subject = () => subjectOfList(session.tree, planOf(session), PART, THE_LIST)
    expect(subject()?.places.has('importFields')).toBe(false)
    run(session, switchButton(session.tree, PART, 'btnsList', 'upload'))
    expect(subject()?.values).toMatchObject({ importType: '1', importFields: [] })
    run(session, subject()?.change('importType', '2'))
    run(session, subject()?.change('importFields', ['no', 'items-item']))
    const { importing } = compileColumnData(session.tree.columnData as object, planOf(session), { id: 'm' })
    expect(importing).toEqual({ updates: true, fields: ['no', 'items.item'] })
  })

  it('lets records stand in calendars by a date of theirs, with what is asked for then', () => {
    const session = begun()
    const subject = () => subjectOfList(session.tree, planOf(session), PART, THE_LIST)
    expect(subject()?.schema).toMatchObject({
      properties: { calendarField: { oneOf: [{ const: 'day', title: 'DAY' }] } },
    })
    expect(subject()?.values['calendarField']).toBeUndefined()
    run(session, subject()?.change('calendarField', 'day'))
    run(session, subject()?.change('calendarTitles', ['no', 'kind']))
    run(session, subject()?.change('calendarDeadline', true))
    run(session, subject()?.change('calendarColor', '#1d7fd1'))
    const compiled = () => compileColumnData(list(session), planOf(session), { id: 'm' })
    expect(compiled()).toMatchObject({
      losses: [],
      calendar: { field: 'day', titles: ['no', 'kind'], isDeadline: true, color: '#1d7fd1' },
    })
    run(session, subject()?.change('calendarField', undefined))
    expect(compiled()).toMatchObject({ losses: [] })
    expect(compiled().calendar).toBeUndefined()
    expect(subject()?.places.get('calendarTitles')).toMatchObject({ when: 'calendarField' })
  })

  it('asks nothing of calendars for a phone’s list, whose records are the same', () => {
    const session = open()
    run(session, beginList(session.tree, planOf(session), 'appColumnData'))
    const subject = subjectOfList(session.tree, planOf(session), 'appColumnData', THE_LIST)
    expect(subject?.places.has('calendarField')).toBe(false)
  })
})
