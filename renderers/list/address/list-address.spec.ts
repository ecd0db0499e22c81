import { compileForm } from '@runtime/form'
import { compileColumnData } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { merge } from '../column-choice'
import { startOf } from '../list-start'
import type { ListQuery } from '../source'
import { readList, withList } from './list-address'

const form = compileForm(
  {
    fields: [
      { name: 'name', widget: 'input', label: '名称' },
      { name: 'page', widget: 'number-input', label: '页数' },
      { name: 'depth', widget: 'number-input', label: '深度' },
      { name: 'kind', widget: 'select', label: '类型' },
      { name: 'day', widget: 'date-picker', label: '日期', format: 'yyyy-MM-dd' },
      { name: 'at', widget: 'date-picker', label: '时间', format: 'yyyy-MM-dd HH:mm' },
    ],
  } as never,
  { id: 'wells', catalogue },
)
const column = (prop: string, sortable = true) => ({ prop, id: prop, label: prop, sortable })
const planOf = (searched: readonly string[]) =>
  compileColumnData(
    JSON.stringify({
      type: 1,
      hasPage: true,
      pageSize: 20,
      hasSuperQuery: true,
      searchList: searched.map((prop) => ({ ...column(prop), searchType: 1 })),
      columnList: [
        column('name'),
        column('depth'),
        column('kind', false),
        column('page'),
        column('day'),
        column('at'),
      ],
    }),
    form,
    { id: 'wells' },
  )
const plan = planOf(['name'])
const { columns } = plan
const start = startOf(plan)
const own = { choice: merge(columns, null), view: null }
const write = (query: Partial<ListQuery>, more = {}) =>
  withList('?part=log', plan, columns, { ...own, query: { ...start, ...query }, ...more })

const where = (
  matchLogic: string,
  ...groups: readonly (readonly [string, ...(readonly (readonly unknown[])[])])[]
) => ({
  matchLogic,
  conditionList: groups.map(([logic, ...tests]) => ({
    logic,
    groups: tests.map(([field, symbol, fieldValue]) => ({
      ...{ field, symbol, fieldValue, fieldValueType: 2 },
      jnpfKey: { name: 'input', depth: 'inputNumber', kind: 'select' }[String(field)],
    })),
  })),
})

describe('how a list is shown in an address', () => {
  it('is not written where it is the list’s own', () => {
    expect(write({})).toBe('?part=log')
    expect(readList('?part=log', plan, columns)).toBeNull()
  })

  it('is short and readable', () => {
    const query = { sidx: 'depth', sort: 'desc', currentPage: 3, pageSize: 50, search: { name: '泵' } }
    const text = write({ ...query, filters: { depth: { symbol: 'between', value: [null, 20] } } })
    expect(decodeURIComponent(text)).toBe('?part=log&name=泵&depth.between=,20&sort=-depth&page=3&size=50')
  })

  it.each<Partial<ListQuery>>([
    { search: { name: '12' }, currentPage: 2 },
    { sidx: 'name', sort: 'asc', pageSize: 100 },
    { filters: { kind: { symbol: 'in', value: ['a,b', '1', 2] }, depth: { symbol: 'null', value: null } } },
    { filters: { kind: { symbol: 'notIn', value: ['571839204857392128'] } } },
    { superQuery: where('and', ['and', ['depth', '>', 20], ['name', 'like', '50%;|x']]) },
    {
      superQuery: where(
        'or',
        ['or', ['kind', 'in', ['a', 'b']], ['name', 'null', null]],
        ['and', ['depth', 'between', [1.5, 2]]],
      ),
    },
  ])('is read as it was written: %o', (query) => {
    const text = write(query)
    expect(readList(text, plan, columns)?.query).toEqual({ ...start, ...query })
    expect(withList(text, plan, columns, { ...own, query: start })).toBe('?part=log')
  })

  const zone = 'Asia/Shanghai'
  const at = (text: string) => Date.parse(`${text}+08:00`)
  const between = (path: string, from: string | null, to: string | null) => ({
    filters: { [path]: { symbol: 'between', value: [from && at(from), to && at(to)] } },
  })

  it.each([
    ['day', '2026-11-01T00:00:00.000', '2026-11-30T23:59:59.999', '2026-11-01,2026-11-30'],
    ['day', null, '2026-11-30T23:59:59.999', ',2026-11-30'],
    ['day', '2026-11-01T08:00:00.000', '2026-11-30T00:00:00.000', '2026-11-01T08,2026-11-30T00'],
    ['at', '2026-11-01T08:00:00.000', '2026-11-01T17:30:59.999', '2026-11-01T08:00,2026-11-01T17:30'],
    [
      'at',
      '2026-11-01T08:00:30.000',
      '2026-11-01T17:30:00.125',
      '2026-11-01T08:00:30,2026-11-01T17:30:00.125',
    ],
  ])('has dates as people read them, on the viewer’s clock: %s %s', (path, from, to, shown) => {
    const query = { ...start, ...between(path, from, to) }
    const text = withList('', plan, columns, { ...own, query }, zone)
    expect(decodeURIComponent(text)).toBe(`?${path}.between=${shown}`)
    expect(readList(text, plan, columns, zone)?.query).toEqual(query)
  })

  it('reads milliseconds, as addresses had them, and whole months', () => {
    const query = between('day', '2026-11-01T00:00:00.000', '2026-11-30T23:59:59.999')
    const { value } = query.filters['day'] ?? { value: [] }
    for (const text of [value.join(), '2026-11,2026-11', JSON.stringify(value)]) {
      const read = readList(`?day.between=${encodeURIComponent(text)}`, plan, columns, zone)
      expect(read?.query).toEqual({ ...start, ...query })
    }
  })

  it('has the dates of an advanced search so too', () => {
    const superQuery = {
      matchLogic: 'and',
      conditionList: [
        {
          logic: 'and',
          groups: [
            {
              ...{ field: 'day', symbol: '>=', fieldValue: at('2026-11-01T00:00:00'), fieldValueType: 2 },
              jnpfKey: 'datePicker',
            },
          ],
        },
      ],
    }
    const text = withList('', plan, columns, { ...own, query: { ...start, superQuery } }, zone)
    expect(text).toBe('?where=day.from.2026-11-01')
    expect(readList(text, plan, columns, zone)?.query.superQuery).toEqual(superQuery)
  })

  it('has the columns that are shown in their order, and where they stay', () => {
    const choice = [
      { prop: 'depth', columnVisible: true, fixed: 'left' as const },
      { prop: 'name', columnVisible: true },
      { prop: 'kind', columnVisible: false },
      { prop: 'page', columnVisible: false },
      { prop: 'day', columnVisible: false },
      { prop: 'at', columnVisible: false },
    ]
    expect(write({}, { choice })).toBe('?part=log&cols=*depth,name')
    expect(readList('?cols=*depth,gone,name', plan, columns)?.columns).toEqual(choice)
    const wider = own.choice.map((one) => ({ ...one, width: 300 }))
    expect(write({}, { choice: wider })).toBe('?part=log')
  })

  it('gives way to a field that is searched under such a name', () => {
    const clashing = planOf(['page'])
    const query = { ...startOf(clashing), search: { page: 7 }, currentPage: 2 }
    const text = withList('', clashing, columns, { ...own, query })
    expect(text).toBe('?page=7&list.page=2')
    expect(readList(text, clashing, columns)?.query).toEqual(query)
  })

  it.each([
    '?page=-1&size=7&sort=gone&cols=gone&where=gone.is.1',
    '?page=1e9&size=9999999&sort=-kind&cols=,&where=|;|any;',
    '?page=999999&where=depth.drop.1;depth&depth.between=1&depth.between=x,y',
    '?sort=&depth.between=30,20&kind.in=&secret.has=x&kind.between=1,2&name.has=x&constructor.is=1',
    '?where=__proto__.is.1&__proto__.in=1&sort=__proto__',
  ])('passes over what the list cannot be asked: %s', (address) => {
    expect(readList(address, plan, columns)?.query ?? start).toEqual(start)
  })

  it('names a view, and says when it names nothing else', () => {
    expect(write({ currentPage: 2 }, { view: 'v1' })).toBe('?part=log&page=2&view=v1')
    expect(readList('?part=log&view=v1', plan, columns)).toMatchObject({ view: 'v1', isViewAlone: true })
    expect(readList('?page=2&view=v1', plan, columns)).toMatchObject({ view: 'v1', isViewAlone: false })
  })
})
