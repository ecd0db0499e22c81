import { beforeEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../../widgets/definitions'
import { designed } from '../../../widgets/designs'
import { compileFormData } from '../../form'
import type { HeadlessHost } from '../../host'
import { compileColumnData } from '../../list'
import { sampleMemory, type TrialMemory } from './memory'
import { TrialRecords } from './records'

const host: HeadlessHost = {
  language: 'zh',
  text: (text: unknown) => String(text),
  user: { userId: 'u1', userAccount: 'test', userName: '测试员', isAdministrator: true },
  now: () => 0,
}
const field = (vModel: string, jnpfKey: string, label: string, more: object = {}, config: object = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, ...config },
  ...more,
})
const kinds = [
  { id: '1', fullName: '深井' },
  { id: '2', fullName: '浅井' },
]
const form = compileFormData(
  {
    fields: [
      field('name', 'input', '名称', {}, { required: true }),
      field('depth', 'inputNumber', '深度', {}, { defaultValue: 5 }),
      field(
        'kind',
        'select',
        '种类',
        { options: kinds, props: { label: 'fullName', value: 'id' } },
        { dataType: 'static' },
      ),
      field('number', 'billRule', '编号', {}, { rule: 'well' }),
    ],
  },
  { id: 'm1', catalogue },
)
const column = (prop: string, jnpfKey: string) => ({ prop, id: prop, label: prop, jnpfKey })
const columns = [column('name', 'input'), column('depth', 'inputNumber'), column('kind', 'select')]
const listOf = (more: object = {}) =>
  compileColumnData(
    {
      type: 1,
      hasPage: true,
      pageSize: 20,
      searchList: [column('name', 'input')],
      columnList: columns,
      ...more,
    },
    form,
    { id: 'm1' },
  )

let memory: TrialMemory
const open = (more: object = {}) => new TrialRecords(form, listOf(more), memory)
const rows = (records: TrialRecords, input: object = {}) => records.page({ ...input }, host)?.list ?? []
const names = (records: TrialRecords, input: object = {}) => rows(records, input).map(({ name }) => name)
const made = async (records: TrialRecords, values: object) => {
  const saved = await records.save(null, JSON.stringify(values), host)
  if (saved.state !== 'saved') throw new Error(saved.state)
  return saved.id
}

beforeEach(() => {
  memory = { records: [], removed: [], made: 0, drawn: 0 }
})

describe('records that a model is tried with', () => {
  it('are kept as the form makes them, numbered, the newest first, and shown in words', async () => {
    const records = open()
    const id = await made(records, { name: '一号', kind: '2', stranger: 1 })
    await made(records, { name: '二号', depth: 9 })
    expect(records.read(id)?.data).toEqual({ name: '一号', depth: 5, kind: '2', number: '000001' })
    expect(names(records)).toEqual(['二号', '一号'])
    expect(rows(records)[1]).toMatchObject({ id, kind: '浅井', kind_id: '2', depth: 5 })
    expect(records.shown(id, host)?.data).toMatchObject({ kind: '浅井', number: '000001' })
  })

  it('are judged by the form, and what is not there is not saved', async () => {
    const records = open()
    expect(await records.save(null, { depth: 1 }, host)).toMatchObject({
      state: 'refused',
      errors: [{ path: 'name' }],
    })
    expect(await records.save('x', { name: 'a' }, host)).toEqual({ state: 'gone' })
    expect(memory.records).toEqual([])
  })

  it('are saved over, with the number that they have', async () => {
    const records = open()
    const id = await made(records, { name: '一号' })
    expect(await records.save(id, { name: '甲', depth: 2 }, host)).toEqual({ state: 'saved', id, version: 2 })
    expect(records.read(id)?.data).toMatchObject({ name: '甲', depth: 2, number: '000001' })
  })

  it('are deleted all or none, and brought back to where they stood', async () => {
    const records = open()
    const ids: string[] = []
    for (const name of ['a', 'b', 'c']) ids.push(await made(records, { name }))
    const [, second = ''] = ids
    expect(records.remove([second, 'x'])).toBe(false)
    expect(records.remove([second])).toBe(true)
    expect(names(records)).toEqual(['c', 'a'])
    expect(records.restore([second])).toBe(1)
    expect(records.restore([second])).toBe(0)
    expect(names(records)).toEqual(['c', 'b', 'a'])
  })

  it('are found, ordered, paged and summed as a list asks', async () => {
    const records = open({ showSummary: true, summaryField: ['depth'] })
    for (const [name, depth] of [
      ['井一', 10],
      ['井二', 9],
      ['渠', 100],
    ] as const)
      await made(records, { name, depth })
    const search = { queryJson: '{"name":"井"}' }
    expect(names(records, search)).toEqual(['井二', '井一'])
    expect(names(records, { sidx: 'depth', sort: 'asc' })).toEqual(['井二', '井一', '渠'])
    expect(names(records, { sidx: 'depth', sort: 'desc' })).toEqual(['渠', '井一', '井二'])
    const page = records.page({ currentPage: 2, pageSize: 2, sidx: 'depth', sort: 'asc' }, host)
    expect(page?.list.map(({ name }) => name)).toEqual(['渠'])
    expect(page?.pagination).toEqual({ currentPage: 2, pageSize: 2, total: 3 })
    expect(records.page(search, host)?.totals).toEqual({ depth: 19 })
    const condition = { field: 'depth', symbol: '>', fieldValue: 9 }
    const superQuery = { matchLogic: 'and', conditionList: [{ logic: 'and', groups: [condition] }] }
    expect(names(records, { superQueryJson: JSON.stringify(superQuery) })).toEqual(['渠', '井一'])
    expect(() => records.page({ queryJson: '{"gone":"1"}' }, host)).toThrow('@list.unknownField')
  })

  it('stand under headings where the list groups, and are raw where rows are edited in place', async () => {
    const values = [{ name: 'a', kind: '2' }, { name: 'b' }, { name: 'c', kind: '1' }]
    const grouped = open({ type: 3, groupField: 'kind', columnList: columns.slice(0, 2) })
    for (const one of values) await made(grouped, one)
    expect(
      rows(grouped).map(({ top, name, children }) => [top, name, (children as unknown[]).length]),
    ).toEqual([
      [true, '深井', 1],
      [true, '浅井', 1],
      [true, null, 1],
    ])
    expect(rows(open({ type: 4 }))[0]).toMatchObject({ name: 'c', kind: '1', kind_name: '深井' })
  })

  it('begin with samples, more than a page, each complete', async () => {
    memory = await sampleMemory(form, { designed }, host)
    const records = open()
    expect(records.page({}, host)?.pagination.total).toBeGreaterThan(20)
    expect(rows(records)).toHaveLength(20)
    for (const row of rows(records)) expect(row).toMatchObject({ name: expect.stringMatching(/./) })
    expect(new Set(memory.records.map(({ data }) => data['number'])).size).toBe(memory.records.length)
  })
})
