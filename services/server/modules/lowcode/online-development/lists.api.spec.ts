import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyTableOf } from './keys/plan'
import { choices, field, release } from './specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

type Row = Record<string, unknown> & { readonly id: string; readonly children?: Row[] }

/** Rows, of which each says that it is one. */
async function rows(modelId: string, input: Record<string, unknown> = {}): Promise<Row[]> {
  const { list } = await admin.call('onlineDevelopment.list', { modelId, ...input })
  return list as Row[]
}

async function fill(modelId: string, records: readonly object[]): Promise<string[]> {
  const ids: string[] = []
  for (const data of records) ids.push((await admin.call('onlineDevelopment.create', { modelId, data })).id)
  return ids
}

const kind = field('select', 'kind', { dataType: 'static' }, choices('a', 'b', 'c'))

describe('a grouped list (type 3)', () => {
  let modelId: string
  beforeAll(async () => {
    modelId = await release(admin, {
      enCode: 'grouped',
      fields: [field('inputNumber', 'amount'), field('input', 'name'), kind],
      columns: ['kind', 'amount', 'name'],
      list: {
        type: 3,
        groupField: 'kind',
        hasPage: true,
        pageSize: 1,
        columnList: [
          { prop: 'kind', label: 'kind' },
          { prop: 'amount', label: 'amount', sortable: true },
          { prop: 'name', label: 'name', fixed: 'left' },
        ],
      },
    })
    await fill(modelId, [
      { kind: 'b', amount: 2, name: 'x' },
      { kind: 'a', amount: 1, name: 'y' },
      { kind: 'b', amount: 9, name: 'z' },
      { amount: 5, name: 'none' },
    ])
  })

  it('nests the rows of each value under its text, which stands in the first column, the fixed one', async () => {
    const groups = await rows(modelId)
    expect(groups.map(({ top, name, children }) => [top, name, children?.map((row) => row['name'])])).toEqual(
      [
        [true, '名称a', ['y']],
        [true, '名称b', ['z', 'x']],
        [true, null, ['none']],
      ],
    )
    expect(Object.keys(groups[0] ?? {}).sort()).toEqual(['children', 'id', 'name', 'top'])
    expect(groups[1]?.children?.[0]).toMatchObject({ kind: '名称b', kind_id: 'b', amount: 9 })
  })

  it('has no pages, orders inside its groups, and keeps the id of a group', async () => {
    const requested = await admin.call('onlineDevelopment.list', { modelId, sidx: 'amount', sort: 'asc' })
    const groups = requested.list as Row[]
    expect(requested.pagination).toMatchObject({ total: 4, pageSize: 10_000 })
    expect(groups[1]?.children?.map((row) => row['amount'])).toEqual([2, 9])
    expect(groups.map(({ id }) => id)).toEqual((await rows(modelId)).map(({ id }) => id))
  })

  it('shows only groups that hold what is searched for', async () => {
    const groups = await rows(modelId, { queryJson: JSON.stringify({ name: 'y' }) })
    expect(groups.map((group) => group['name'])).toEqual(['名称a'])
  })
})

describe('a list edited in place (type 4)', () => {
  it('has raw values, with their texts beside them as <field>_name where they differ', async () => {
    const modelId = await release(admin, {
      enCode: 'inline',
      fields: [field('input', 'name'), field('inputNumber', 'amount'), kind],
      columns: ['name', 'amount', 'kind'],
      list: { type: 4 },
    })
    const [id] = await fill(modelId, [{ name: 'n', amount: 3, kind: 'b' }])
    expect(await rows(modelId)).toEqual([{ id, name: 'n', amount: 3, kind: 'b', kind_name: '名称b' }])
  })
})

describe('a tree table (type 5)', () => {
  const tree = (enCode: string, more: object = {}) => ({
    enCode,
    fields: [field('input', 'name'), field('input', 'code'), field('input', 'parent')],
    columns: ['name', 'code'],
    list: { type: 5, parentField: 'parent', ...more },
  })
  const set = (modelId: string, id: string, data: object) =>
    admin.call('onlineDevelopment.update', { modelId, id, data })
  const outline = (list: readonly Row[]): unknown =>
    list.map(({ name, children }) => (children ? [name, outline(children)] : name))
  const byName = { sidx: 'name', sort: 'asc' }

  it('nests records under the one that their parent field names', async () => {
    const modelId = await release(admin, tree('treeById'))
    const [root = ''] = await fill(modelId, [{ name: 'root' }])
    const [one = ''] = await fill(modelId, [{ name: 'one', parent: root }])
    await fill(modelId, [
      { name: 'deep', parent: one },
      { name: 'orphan', parent: 'gone' },
    ])
    const answer = await admin.call('onlineDevelopment.list', { modelId, ...byName })
    expect(outline(answer.list as Row[])).toEqual(['orphan', ['root', [['one', ['deep']]]]])
    expect(answer.pagination.total).toBe(4)
  })

  it('takes another field as the key, and survives records that are each other’s parents', async () => {
    const modelId = await release(admin, tree('treeByCode', { subField: 'code' }))
    const [a = ''] = await fill(modelId, [
      { name: 'a', code: 'A', parent: 'B' },
      { name: 'b', code: 'B', parent: 'A' },
      { name: 'self', code: 'S', parent: 'S' },
    ])
    expect(outline(await rows(modelId, byName))).toEqual([['a', ['b']], 'self'])
    await set(modelId, a, { name: 'a', code: 'A', parent: '' })
    expect(outline(await rows(modelId, byName))).toEqual([['a', ['b']], 'self'])
  })

  it('answers a chain of any depth', async () => {
    const modelId = await release(admin, tree('treeDeep'))
    await server.sql(
      `insert into record (model_id, id, version, data)
       select $1, 'c' || n, 1, jsonb_build_object('name', 'c' || n, 'parent', 'c' || (n - 1))
       from generate_series(1, 3000) as n`,
      [modelId],
    )
    let count = 0
    let depth = 0
    const walk = (list: readonly Row[], level: number) => {
      depth = Math.max(depth, level)
      for (const { children = [] } of list) {
        count++
        walk(children, level + 1)
      }
    }
    walk(await rows(modelId), 1)
    expect([count, depth]).toEqual([3000, 102])
  })

  it('comes level by level where the model says so, but whole where something is searched', async () => {
    const modelId = await release(admin, tree('treeLazy', { treeLazyType: 1 }))
    const [root = '', leaf = ''] = await fill(modelId, [{ name: 'root' }, { name: 'leaf' }])
    const [one = ''] = await fill(modelId, [
      { name: 'one', parent: root },
      { name: 'two', parent: root },
      { name: 'orphan', parent: 'gone' },
    ])
    await fill(modelId, [{ name: 'deep', parent: one }])
    await set(modelId, leaf, { name: 'leaf', parent: leaf })
    const level = (list: readonly Row[]) => list.map(({ name, hasChildren }) => [name, hasChildren])
    expect(level(await rows(modelId, byName))).toEqual([
      ['leaf', false],
      ['orphan', false],
      ['root', true],
    ])
    const below = await admin.call('onlineDevelopment.listChildren', { modelId, id: root, ...byName })
    expect(level(below.list as Row[])).toEqual([
      ['one', true],
      ['two', false],
    ])
    const found = await rows(modelId, { queryJson: JSON.stringify({ parent: root }), ...byName })
    expect(outline(found)).toEqual(['one', 'two'])
    expect(await admin.envelope('onlineDevelopment.listChildren', { modelId, id: 'gone' })).toMatchObject({
      code: 404,
    })
  })

  it('is nothing to ask of another list', async () => {
    const modelId = await release(admin, {
      enCode: 'flat',
      fields: [field('input', 'name')],
      columns: ['name'],
    })
    const [id = ''] = await fill(modelId, [{ name: 'a' }])
    expect(await admin.envelope('onlineDevelopment.listChildren', { modelId, id })).toMatchObject({
      code: 400,
      msg: '该列表不是树形表格，没有下级数据',
    })
  })
})

describe('texts', () => {
  /** As people look for them: Chinese by its sound, numbers by value, letters whatever their case. */
  const READ = ['阿二', '阿十', '安', '李', '王', '张', 'a2', 'A2', 'A10', 'b', 'É', 'Z', 'Ж']
  const records = READ.toReversed().map((name) => ({ name }))
  const named = async (modelId: string, input: Record<string, unknown>) =>
    (await rows(modelId, input)).map(({ name }) => name)
  const plan = async (statement: string, parameters: unknown[]) =>
    JSON.stringify(await server.sql(`explain ${statement}`, parameters))

  it.each([
    ['of a key table', {}],
    ['of the records themselves', { type: 5, parentField: 'parent' }],
  ])('are ordered as they are read, page by page and by an index %s', async (what, list) => {
    const isKept = !('type' in list)
    const modelId = await release(admin, {
      enCode: isKept ? 'readKept' : 'readRecords',
      fields: [field('input', 'name'), field('input', 'parent')],
      columns: ['name'],
      list,
    })
    await fill(modelId, records)
    await server.server.services.records.prepared()
    expect(await named(modelId, { sidx: 'name', sort: 'asc' }), what).toEqual(READ)
    expect(await named(modelId, { sidx: 'name', sort: 'desc' })).toEqual(READ.toReversed())
    const page = { sidx: 'name', sort: 'asc', pageSize: 5, currentPage: 2 }
    if (isKept) expect(await named(modelId, page)).toEqual(READ.slice(5, 10))
    const table = keyTableOf(await server.server.services.models.current(modelId))
    if (table) {
      await server.sql(
        `insert into record (model_id, id, version, data)
         select $1, 'm' || n, 1, jsonb_build_object('name', '地块' || n) from generate_series(1, 5000) n`,
        [modelId],
      )
      await server.sql(`analyze record_key.${table.name}`)
      const name = table.columns.get('name')?.name
      const ordered = `select id from record_key.${table.name} order by ${name} collate reading, created_at, id limit 20`
      expect(await plan(ordered, [])).toContain('Index')
      const equal = `select id from record_key.${table.name} where ${name} = any($1::text[])`
      expect(await plan(equal, [['地块77']])).toContain('Index')
    }
  })

  it('are found whatever the case of their letters, by a search, the keyword and the super query', async () => {
    const modelId = await release(admin, {
      enCode: 'foundByCase',
      fields: [field('input', 'name')],
      columns: ['name'],
      search: [{ prop: 'name', searchType: 2 }],
    })
    await fill(modelId, [{ name: 'CAFÉ' }, { name: 'жук' }, { name: 'Ａ１２' }, { name: 'ασβ' }])
    const ask = async () => {
      for (const [word, found] of [
        ['é', 'CAFÉ'],
        ['fé', 'CAFÉ'],
        ['ЖУ', 'жук'],
        ['ａ１', 'Ａ１２'],
        ['ΑΣ', 'ασβ'],
      ]) {
        const groups = [{ field: 'name', symbol: 'like', fieldValue: word }]
        expect(await named(modelId, { queryJson: JSON.stringify({ name: word }) }), word).toEqual([found])
        expect(await named(modelId, { keyword: word }), word).toEqual([found])
        const superQueryJson = JSON.stringify({
          matchLogic: 'and',
          conditionList: [{ logic: 'and', groups }],
        })
        expect(await named(modelId, { superQueryJson }), word).toEqual([found])
      }
    }
    await ask()
    await server.server.services.records.prepared()
    await ask()
  })
})
