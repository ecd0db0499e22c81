import { compileList } from '@runtime/list'
import { listViewCalls } from '@services/contract/areas/lowcode/list-view'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { merge, withChange, withMove } from '../column-choice'
import { startOf } from '../list-start'
import { columnsOf, contentOf, isAsSaved, queryOf, VIEW_TAGS } from './view-content'

const plan = compileList(
  {
    columns: [
      { path: 'name', label: '名称', sortable: true },
      { path: 'depth', label: '深度' },
    ],
    search: [{ field: { name: 'name', widget: 'input', label: '名称' } }],
    paging: { pageSize: 20 },
    sort: { field: 'depth', order: 'desc' },
    views: true,
  },
  { id: 'wells', catalogue },
)
const { columns } = plan
const own = { query: startOf(plan), choice: merge(columns, null) }
const set = { ...own.query, currentPage: 3, search: { name: '泵' }, sidx: 'name', sort: 'asc', pageSize: 50 }

describe('a view', () => {
  it('holds search, order, rows a page and columns, and not which page was open', () => {
    expect(contentOf(set, own.choice, columns)).toEqual({
      ...{ search: { name: '泵' }, superQuery: null, sidx: 'name', sort: 'asc', pageSize: 50 },
    })
    const choice = own.choice.toReversed()
    const view = contentOf(set, choice, columns)
    expect(view.columns?.map(({ prop }) => prop)).toEqual(['depth', 'name'])
    expect(isAsSaved(view, { query: set, choice }, plan, columns)).toBe(true)
    expect(isAsSaved(view, { query: { ...set, currentPage: 1 }, choice }, plan, columns)).toBe(true)
    expect(isAsSaved(view, { query: { ...set, pageSize: 10 }, choice }, plan, columns)).toBe(false)
    expect(isAsSaved(view, { query: set, choice: own.choice }, plan, columns)).toBe(false)
  })

  it('holds what single columns are filtered by, as far as the list can be asked so', () => {
    const filters = { depth: { symbol: 'between', value: [1, 2] } }
    const view = contentOf({ ...set, filters }, own.choice, columns)
    expect(view.filters).toEqual(filters)
    // A list over a call of its own has its search alone.
    expect(queryOf(view, plan).filters).toBeUndefined()
    expect(isAsSaved({ ...view }, { query: set, choice: own.choice }, plan, columns)).toBe(true)
  })

  it('holds how wide columns are and where they stay', () => {
    const sized = withChange(withChange(own.choice, 'name', { width: 240 }), 'depth', { fixed: 'left' })
    const view = contentOf(set, sized, columns)
    expect(view.columns).toEqual([
      { prop: 'name', columnVisible: true, width: 240 },
      { prop: 'depth', columnVisible: true, fixed: 'left' },
    ])
    expect(columnsOf(view, columns)).toEqual(sized)
    expect(isAsSaved(view, { query: set, choice: sized }, plan, columns)).toBe(true)
    const wider = withChange(sized, 'name', { width: 260 })
    expect(isAsSaved(view, { query: set, choice: wider }, plan, columns)).toBe(false)
    // As wide as its values again, and at no edge, it is as the list itself has it.
    const undone = withChange(withChange(sized, 'name', { width: undefined }), 'depth', { fixed: undefined })
    expect(contentOf(set, undone, columns).columns).toBeUndefined()
    expect(withMove(own.choice, 'name', 'depth', 'after').map(({ prop }) => prop)).toEqual(['depth', 'name'])
    expect(withMove(own.choice, 'name', 'name', 'after')).toBe(own.choice)
  })

  it('is the same however the server orders its members', () => {
    const view = { sort: 'asc', sidx: 'name', superQuery: null, pageSize: 50, search: { name: '泵' } }
    expect(isAsSaved(view, { query: set, choice: own.choice }, plan, columns)).toBe(true)
  })

  it('leaves out what the list has lost', () => {
    const view = {
      search: { gone: 1, name: '泵' },
      sidx: 'gone',
      sort: 'asc',
      superQuery: {
        matchLogic: 'and',
        conditionList: [{ logic: 'and', groups: [{ field: 'gone', symbol: '==' }] }],
      },
      columns: [
        { prop: 'gone', columnVisible: true },
        { prop: 'depth', columnVisible: false },
      ],
    }
    expect(queryOf(view, plan)).toEqual({
      ...{ search: { name: '泵' }, superQuery: null, sidx: 'depth', sort: 'desc', pageSize: 20 },
    })
    expect(columnsOf(view, columns)).toEqual([
      { prop: 'depth', columnVisible: false },
      { prop: 'name', columnVisible: true },
    ])
  })

  it('that shows nothing which there is still shows the list’s own columns', () => {
    const none = columns.map(({ id }) => ({ prop: id, columnVisible: false }))
    expect(columnsOf({ columns: none }, columns)).toEqual(own.choice)
  })

  it('of nothing is the list as it comes', () => {
    const { currentPage: _page, ...start } = own.query
    expect(queryOf({}, plan)).toEqual(start)
    expect(columnsOf({}, columns)).toEqual(own.choice)
  })

  it('hears of every change by the tag that the calls carry', () => {
    for (const call of Object.values(listViewCalls))
      if (call.method !== 'GET') expect((call as { changes?: unknown }).changes).toEqual(VIEW_TAGS)
  })
})
