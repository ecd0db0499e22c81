import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, release, table } from '../specs/models'

let server: TestServer
let admin: TestClient
let reader: TestClient
let readerId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const person = await personOf(server, 'gate-reader')
  readerId = person.id
  reader = person.client
  await server.sql(`insert into user_organize (user_id, organize_id, sort) values ($1, 'demo-office', 0)`, [
    readerId,
  ])
  await server.sql(`insert into role (id, en_code, full_name) values ('gate', 'gate', '"数据"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'gate')`, [readerId])
})
afterAll(() => server.close())

type Json = Record<string, unknown>
const BUTTONS = ['btn_add', 'btn_edit', 'btn_remove', 'btn_batchRemove']
const grant = (modelId: string, fields: readonly string[] = [], columns: readonly string[] = []) =>
  server.server.services.rights.grant('gate', `model-${modelId}`, { buttons: BUTTONS, fields, columns })

describe('data schemes', () => {
  let modelId: string
  const ids: Record<string, string> = {}
  const people: Record<string, TestClient> = {}
  const menu = () => `model-${modelId}`

  beforeAll(async () => {
    modelId = await release(admin, {
      enCode: 'gateScopes',
      fields: [
        field('input', 'title'),
        field('select', 'kind', { dataType: 'static' }, choices('a', 'b')),
        table('items', [field('input', 'part')]),
      ],
      columns: ['title', 'kind'],
      list: { useDataPermission: true },
    })
    await grant(modelId)
    for (const [account, unit] of [
      ['gate-office', 'demo-office'],
      ['gate-finance', 'demo-finance'],
      ['gate-farm', 'demo-supply'],
    ] as const) {
      const { id, client } = await personOf(server, account)
      await server.sql('insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)', [
        id,
        unit,
      ])
      await server.sql(`insert into user_role (user_id, role_id) values ($1, 'gate')`, [id])
      people[account] = client
    }
    await server.sql(`update user_account set manager_id = $1 where id = 'gate-farm'`, [readerId])
    people['gate-reader'] = reader
    for (const [account, client] of Object.entries(people)) {
      const data = {
        title: account,
        kind: account === 'gate-finance' ? 'b' : 'a',
        items: [{ part: account }],
      }
      ids[account] = (await client.call('onlineDevelopment.create', { modelId, data })).id
    }
  })

  /** What the reader reaches by these codes. */
  const by = async (...codes: string[]) => {
    await server.sql(`delete from permission_grant where set_id = 'role-gate' and kind = 'data'`)
    for (const code of codes)
      await server.sql(`insert into permission_grant values ('role-gate', 'data', $1, $2)`, [menu(), code])
    return found()
  }
  const found = async () => {
    const { list } = await reader.call('onlineDevelopment.list', { modelId, sidx: 'title', sort: 'asc' })
    return list.map((row) => String(row['title']).replace('gate-', ''))
  }
  const test = (name: string, op: string, value: unknown, more: Json = {}) => [
    { logic: 'and', groups: [{ field: name, type: 'input', op, value, ...more }] },
  ]
  const scheme = (code: string, kind: string, units: string[], condition: unknown = []) =>
    server.sql(
      `insert into data_scheme (id, menu_id, en_code, full_name, kind, units, condition)
       values ($1, $2, $1, $1, $3, $4, $5)`,
      [code, menu(), kind, units, JSON.stringify(condition)],
    )

  it('give what they say, several of them together, and one’s own where there is none', async () => {
    await scheme('two-units', 'units', ['demo-finance', 'demo-supply'])
    await scheme('kind-b', 'custom', [], test('kind', '==', 'b'))
    await scheme(
      'in-items',
      'custom',
      [],
      test('part', '==', 'gate-farm', { fieldRule: 2, childTableKey: 'items' }),
    )
    await scheme('gone-field', 'custom', [], test('gone', '==', 'b'))
    await scheme('nothing', 'custom', [])
    await scheme('proto', 'custom', [], test('title', '==', 'constructor'))
    const all = ['farm', 'finance', 'office', 'reader']
    expect(await by()).toEqual(['reader'])
    expect(await by('own')).toEqual(['reader'])
    expect(await by('all')).toEqual(all)
    expect(await by('ownAndSubordinates')).toEqual(['farm', 'reader'])
    expect(await by('department')).toEqual(['office', 'reader'])
    expect(await by('organize')).toEqual([])
    expect(await by('organizeAndBelow')).toEqual(all)
    expect(await by('two-units')).toEqual(['farm', 'finance'])
    expect(await by('two-units', 'own')).toEqual(['farm', 'finance', 'reader'])
    expect(await by('kind-b')).toEqual(['finance'])
    expect(await by('in-items')).toEqual(['farm'])
    expect(await by('kind-b', 'department')).toEqual(['finance', 'office', 'reader'])
    for (const code of ['gone-field', 'nothing', 'proto', 'no-such-scheme'])
      expect(await by(code)).toEqual([])
  })

  it('give those of the units that somebody manages, as head or as layered administrator', async () => {
    const managed = async () => [await by('managed'), await by('managedAndBelow')]
    expect(await managed()).toEqual([[], []])
    await server.sql(`update organize set manager_id = $1 where id = 'demo-finance'`, [readerId])
    await server.sql('insert into layered_administrator (user_id) values ($1)', [readerId])
    await server.sql(`insert into layered_unit values ($1, 'demo-farm', '{}', '{select}')`, [readerId])
    expect(await managed()).toEqual([['finance'], ['farm', 'finance']])
    await server.sql(`update layered_unit set organize_id = 'demo-supply', sub_layer = '{edit}'`)
    expect(await managed()).toEqual([['finance'], ['finance']])
    await server.sql(`update layered_unit set this_layer = '{select}'`)
    expect(await managed()).toEqual([
      ['farm', 'finance'],
      ['farm', 'finance'],
    ])
    // A unit below the one that they head, by the name of a record.
    await server.sql(`
      insert into organize (id, parent_id, category, full_name, en_code, path, path_name, company_id, sort_code, enabled_mark)
      select 'gate-office', id, 'department', 'gate-office', 'gate-office', path || '{gate-office}', path_name, company_id, 0, 1
      from organize where id = 'demo-finance'`)
    await scheme('titled', 'custom', [], test('title', '==', '@branchManageOrganize'))
    await scheme('titled-below', 'custom', [], test('title', '==', '@branchManageOrganizeAndSub'))
    expect([await by('titled'), await by('titled-below')]).toEqual([[], ['office']])
    await server.sql(`update organize set enabled_mark = 0 where id = 'demo-finance'`)
    expect([await by('managedAndBelow'), await by('titled-below')]).toEqual([['farm'], []])
    await server.sql(`delete from organize where id = 'gate-office'`)
    await server.sql(`update organize set enabled_mark = 1, manager_id = null where id = 'demo-finance'`)
    await server.sql('delete from layered_administrator where user_id = $1', [readerId])
  })

  it('go by where somebody stands at the next call, whatever of it is changed', async () => {
    expect(await by('ownAndSubordinates', 'organizeAndBelow')).toEqual([
      'farm',
      'finance',
      'office',
      'reader',
    ])
    expect(await by('ownAndSubordinates')).toEqual(['farm', 'reader'])
    const managing = (who: string, of: string) =>
      server.sql('update user_account set manager_id = $1 where id = $2', [who, of])
    await managing('gate-farm', 'gate-finance')
    expect(await found()).toEqual(['farm', 'finance', 'reader'])
    await managing('gate-finance', 'gate-farm')
    expect(await found()).toEqual(['reader'])
    await server.sql(`update user_account set manager_id = null where id = 'gate-finance'`)
    await managing(readerId, 'gate-farm')
    expect(await found()).toEqual(['farm', 'reader'])

    expect(await by('organize')).toEqual([])
    const company = (id: string) =>
      server.sql(`update organize set company_id = ${id} where id = 'demo-office'`)
    await company(`'demo-finance'`)
    expect(await found()).toEqual(['finance'])
    await company(`(select company_id from organize where id = 'demo-finance')`)
    expect(await found()).toEqual([])
  })

  it('close every way to a record that is out of scope', async () => {
    await by('department')
    const id = ids['gate-finance'] as string
    const target = { modelId, id }
    const code = async (name: string, input: Json) =>
      (await reader.envelope(name as 'onlineDevelopment.read', input)).code
    for (const name of ['read', 'dataChange', 'history', 'delete'])
      expect(await code(`onlineDevelopment.${name}`, target), name).toBe(404)
    const data = { title: 'mine', kind: 'b' }
    expect(await code('onlineDevelopment.update', { ...target, data })).toBe(404)
    expect(await code('onlineDevelopment.batchDelete', { modelId, ids: [id] })).toBe(404)
    for (const name of ['recordComment.list', 'recordFile.list', 'recordPage.related'])
      expect(await code(name, target), name).toBe(404)
    expect(await code('recordComment.create', { ...target, text: 'x' })).toBe(404)
    expect(
      await code('recordDraft.save', { ...target, recordId: id, values: '{}', bases: '{}', revision: 1 }),
    ).not.toBe(200)
    const { list } = await reader.call('onlineDevelopment.batchUpdate', {
      ...{ modelId, fields: [{ field: 'kind', value: 'a' }], records: [{ id }] },
    } as never)
    expect(list).toMatchObject([{ state: 'refused', reason: 'gone' }])
    const { list: models } = await reader.call('dashboard.models')
    expect(models.find(({ enCode }) => enCode === 'gateScopes')).toMatchObject({ total: 2 })
    const source = { kind: 'record', modelId, field: 'title' }
    const [named] = await reader.call('names.resolve', {
      requests: [{ source, ids: [id, ids['gate-office']] }],
    } as never)
    expect((named as { id: string }[]).map((one) => one.id)).toEqual([ids['gate-office']])
    const chosen = await reader.call('visualDevelopment.fieldDataSelect', {
      ...{ modelId, columnOptions: 'title', relationField: 'title' },
    } as never)
    expect(JSON.stringify(chosen)).not.toContain('gate-finance')
    expect(JSON.stringify(chosen)).toContain('gate-office')
  })

  it('refuse a result that would lie out of reach, and keep the record as it was', async () => {
    await by('kind-b')
    const id = ids['gate-finance'] as string
    const { data, version } = await reader.call('onlineDevelopment.read', { modelId, id })
    const changed = { ...(JSON.parse(data) as Json), kind: 'a' }
    expect(
      await reader.envelope('onlineDevelopment.update', { modelId, id, data: changed, version }),
    ).toMatchObject({
      code: 403,
      msg: '保存后的数据不在您的数据权限范围内',
    })
    expect((await reader.call('onlineDevelopment.read', { modelId, id })).version).toBe(version)
    const made = { title: 'out', kind: 'a' }
    expect((await reader.envelope('onlineDevelopment.create', { modelId, data: made })).code).toBe(403)
    const [row] = await server.sql(`select 1 from record where model_id = $1 and data->>'title' = 'out'`, [
      modelId,
    ])
    expect(row).toBeUndefined()
  })
})

describe('closed fields', () => {
  const OPEN = ['title', 'items', 'items-part']
  const CLOSED = ['text', 'amount', 'kind', 'memo']
  const MARKS = { text: 'MARK-TEXT', amount: 91_827_364, kind: 'MARK-KIND', memo: 'MARK-MEMO' }
  const SUB = 'MARK-SUB'
  const marks = [...Object.values(MARKS).map(String), SUB]

  it('stand in no byte of any answer', async () => {
    const modelId = await release(admin, {
      enCode: 'gateClosed',
      fields: [
        field('input', 'title', { unique: true }),
        field('input', 'text', { unique: true }),
        field('inputNumber', 'amount'),
        field('select', 'kind', { dataType: 'static' }, choices('MARK-KIND', 'other')),
        field('textarea', 'memo'),
        table('items', [field('input', 'part'), field('input', 'secretPart')]),
      ],
      columns: ['title', 'text', 'amount', 'kind', 'memo'],
      search: [{ prop: 'title', searchType: 2 }],
      list: {
        useFormPermission: true,
        useColumnPermission: true,
        showSummary: true,
        summaryField: ['amount'],
      },
    })
    await grant(modelId, OPEN, ['title'])
    const items = [{ part: 'open part', secretPart: SUB }]
    const { id } = await admin.call('onlineDevelopment.create', {
      modelId,
      data: { title: 'open', ...MARKS, items },
    })
    await admin.call('onlineDevelopment.create', { modelId, data: { title: 'second', amount: 1, items: [] } })
    await admin.call('onlineDevelopment.update', {
      ...{ modelId, id, version: 1 },
      data: { title: 'open', ...MARKS, memo: 'MARK-MEMO 2', items },
    })
    const target = { modelId, id }
    const source = (name: string) => ({ kind: 'record', modelId, field: name })
    const asks: readonly (readonly [string, Json])[] = [
      ['onlineDevelopment.list', { modelId }],
      ['onlineDevelopment.list', { modelId, pageSize: 1 }],
      ['onlineDevelopment.list', { modelId, keyword: 'open' }],
      ['onlineDevelopment.read', target],
      ['onlineDevelopment.dataChange', target],
      ['onlineDevelopment.history', target],
      ['onlineDevelopment.update', { ...target, version: 1, data: { title: 'open' } }],
      ['onlineDevelopment.update', { ...target, data: { title: '' } }],
      ['onlineDevelopment.update', { ...target, data: { title: 'second' } }],
      [
        'onlineDevelopment.batchPreview',
        { modelId, fields: [{ field: 'title', value: 'other' }], records: [{ id }] },
      ],
      [
        'onlineDevelopment.batchUpdate',
        { modelId, fields: [{ field: 'title', value: 'third' }], records: [{ id }] },
      ],
      ['recordComment.list', target],
      ['recordFile.list', target],
      ['recordPage.related', target],
      ['recordDraft.list', { modelId, recordId: id }],
      ['dashboard.models', {}],
      [
        'names.resolve',
        { requests: [...OPEN, ...CLOSED].map((name) => ({ source: source(name), ids: [id] })) },
      ],
      ...CLOSED.map(
        (name) =>
          [
            'visualDevelopment.fieldDataSelect',
            { modelId, columnOptions: name, relationField: name },
          ] as const,
      ),
      [
        'visualDevelopment.fieldDataSelect',
        { modelId, columnOptions: 'title', relationField: 'title', keyword: 'MARK' },
      ],
    ]
    for (const [name, input] of asks) {
      const answer = JSON.stringify(await reader.envelope(name as 'onlineDevelopment.read', input))
      // The choices of a field are its form's, not a record's.
      for (const mark of marks) expect(answer, `${name} ${JSON.stringify(input)}`).not.toContain(mark)
    }
    // Nor is it found out by asking: a question about a closed field is refused, and a keyword does not look in it.
    for (const name of CLOSED) {
      const groups = [
        { field: name, symbol: 'notNull', jnpfKey: 'input', fieldValueType: 2, fieldValue: null },
      ]
      const superQueryJson = JSON.stringify({ matchLogic: 'and', conditionList: [{ logic: 'and', groups }] })
      expect(await reader.envelope('onlineDevelopment.list', { modelId, superQueryJson })).toMatchObject({
        code: 400,
      })
      expect(await reader.envelope('onlineDevelopment.list', { modelId, sidx: name })).toMatchObject({
        code: 400,
      })
    }
    const found = await reader.call('onlineDevelopment.list', { modelId, keyword: 'MARK' })
    expect(found.list).toEqual([])
    // They are there for who may see them.
    const whole = JSON.stringify(await admin.envelope('onlineDevelopment.dataChange', target))
    for (const mark of ['MARK-TEXT', 'MARK-MEMO', SUB]) expect(whole).toContain(mark)
  })

  /** The reader's rows of a list of three records, made in the order b, a, b. */
  async function rowsOf(enCode: string, list: Json, columns: readonly string[]) {
    const modelId = await release(admin, {
      enCode,
      fields: [field('input', 'title'), field('input', 'kind'), field('input', 'parent')],
      columns: ['title', 'kind'],
      list: { useColumnPermission: true, useFormPermission: true, ...list },
    })
    await grant(modelId, ['title'], columns)
    const make = async (title: string, kind: string, parent = '') =>
      (await admin.call('onlineDevelopment.create', { modelId, data: { title, kind, parent } })).id
    const ids = [await make('first', 'b'), await make('second', 'a'), await make('third', 'b', 'b')]
    const ask = async () => (await reader.call('onlineDevelopment.list', { modelId })).list
    return { modelId, ids, list: await ask(), ask }
  }

  it('group nothing, and a group is named by none of its values', async () => {
    const grouped = { type: 3, groupField: 'kind' }
    const closed = await rowsOf('gateUngrouped', grouped, ['title'])
    expect(closed.list).toEqual(
      ['third', 'second', 'first'].map((title, at) => ({ title, id: closed.ids[2 - at] })),
    )
    const { ids, list, modelId, ask } = await rowsOf('gateGrouped', grouped, ['title', 'kind'])
    expect(list.map(({ id }) => id)).toEqual([`group-${ids[1]}`, `group-${ids[0]}`])
    await admin.call('onlineDevelopment.create', { modelId, data: { title: 'fourth', kind: 'a' } })
    expect((await ask()).map(({ id }) => id)).toEqual(list.map(({ id }) => id))
  })

  it('order nothing: the newest come first', async () => {
    const byKind = { defaultSidx: 'kind', sort: 'asc' }
    const titles = async (enCode: string, columns: readonly string[]) =>
      (await rowsOf(enCode, byKind, columns)).list.map(({ title }) => title)
    const { list: unordered, modelId } = await rowsOf('gateUnordered', byKind, ['title'])
    expect(unordered.map(({ title }) => title)).toEqual(['third', 'second', 'first'])
    // Asked by the name of the model's own order, as who opens the list does, they come so too; by another closed one not at all.
    const ask = (sidx: string) => reader.envelope('onlineDevelopment.list', { modelId, sidx, sort: 'asc' })
    expect(await ask('kind')).toMatchObject({ code: 200, data: { list: unordered } })
    expect(await ask('parent')).toMatchObject({ code: 400 })
    expect((await titles('gateOrdered', ['title', 'kind']))[0]).toBe('second')
  })

  it('make no tree', async () => {
    const tree = { type: 5, parentField: 'parent', subField: 'kind' }
    const { list } = await rowsOf('gateNoTree', tree, ['title', 'kind'])
    expect(list.map(({ title, children }) => [title, children])).toEqual(
      ['third', 'second', 'first'].map((title) => [title, undefined]),
    )
  })

  it('follow the menu’s own switch of columns', async () => {
    const { modelId, ask } = await rowsOf('gateSwitched', {}, ['title', 'kind'])
    expect((await ask())[0]).toMatchObject({ kind: 'b' })
    await server.sql(`update menu set column_switch = false where id = $1`, [`model-${modelId}`])
    await server.server.services.authorities.changed()
    expect((await ask())[0]).not.toHaveProperty('kind')
  })
})
