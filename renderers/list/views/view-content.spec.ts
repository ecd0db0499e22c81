import { compileList } from '@runtime/list'
import { listViewCalls } from '@services/contract/areas/lowcode/list-view'
import { catalogue } from '@widgets/registry'
import { describe, expect, it } from 'vitest'
import { merge } from '../column-choice'
import { startOf } from '../query-state'
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
