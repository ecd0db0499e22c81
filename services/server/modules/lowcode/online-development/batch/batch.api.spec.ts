import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, release, table } from '../specs/models'

let server: TestServer
let admin: TestClient
let operator: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(() => server.close())

type Json = Record<string, unknown>

const fields = () => [
  field('input', 'title', { required: true, unique: true }, { maxlength: 20 }),
  field('select', 'kind', { dataType: 'static' }, choices('a', 'b')),
  field('inputNumber', 'rate', {}, { min: 0, max: 10, precision: 2 }),
  field('input', 'closed', {}, { disabled: true }),
  field('input', 'secret', {}, { showPassword: true }),
  field('calculate', 'double', {}, { expression: [{ __vModel__: 'rate' }, '×', '2'], isStorage: 1 }),
  table('items', [field('input', 'name')]),
  field('modifyUser', 'modifier'),
]
const columns = ['title', 'kind', 'rate', 'double']
const rightsOn = { useBtnPermission: true, useFormPermission: true, useDataPermission: true }

const make = async (modelId: string, title: string, extra: Json = {}, client = admin) => {
  const data = { title, kind: 'a', rate: 1, ...extra }
  return (await client.call('onlineDevelopment.create', { modelId, data })).id
}
const read = async (modelId: string, id: string) => {
  const { data, version } = await admin.call('onlineDevelopment.read', { modelId, id })
  return { data: JSON.parse(data) as Json, version }
}
const edit = (modelId: string, ids: readonly string[], name: string, value: unknown, client = admin) =>
  client.envelope('onlineDevelopment.batchUpdate', {
    ...{ modelId, fields: [{ field: name, value }] },
    records: ids.map((id) => ({ id })),
  })
const states = (answer: { data: { list: readonly { state: string; reason?: string }[] } }) =>
  answer.data.list.map(({ state, reason }) => reason ?? state)
const audits = (modelId: string, id: string) =>
  server.sql<{ action: string; reason: string | null }>(
    'select action, reason from audit where target = $1 order by id',
    [`${modelId}/${id}`],
  )

describe('one field of many records', () => {
  it('is saved record by record as a single save is: computed, signed, in the history', async () => {
    const modelId = await release(admin, { enCode: 'batchEdit', fields: fields(), columns })
    const ids = [await make(modelId, 'one'), await make(modelId, 'two', { rate: 4 })]
    const answer = await edit(modelId, ids, 'rate', 4)
    expect(states(answer)).toEqual(['changed', 'same'])
    expect(answer.data.list.map(({ version }) => version)).toEqual([2, 1])
    const { data, version } = await read(modelId, ids[0] as string)
    expect(data).toMatchObject({ title: 'one', kind: 'a', rate: 4, double: 8 })
    expect(data['modifier']).not.toBe('')
    expect(version).toBe(2)
    expect(await audits(modelId, ids[0] as string)).toEqual([
      { action: 'record.create', reason: null },
      { action: 'record.update', reason: 'batch edit: rate' },
    ])
    const history = await admin.call('onlineDevelopment.history', { modelId, id: ids[0] as string })
    expect(history.list[0]?.fields.map(({ path, before, after }) => [path, before, after])).toEqual(
      expect.arrayContaining([
        ['rate', '1.00', '4.00'],
        ['double', expect.stringMatching(/^2/), expect.stringMatching(/^8/)],
      ]),
    )
  })

  it('is previewed with what follows from it, and nothing is written', async () => {
    const modelId = await release(admin, { enCode: 'batchPreview', fields: fields(), columns })
    const ids = [await make(modelId, 'one'), await make(modelId, 'two', { kind: 'b' })]
    const preview = (name: string, value: unknown, versions: readonly (number | undefined)[] = []) =>
      admin.envelope('onlineDevelopment.batchPreview', {
        ...{ modelId, fields: [{ field: name, value }] },
        records: ids.map((id, index) => ({ id, ...(versions[index] && { version: versions[index] }) })),
      })
    const rate = await preview('rate', 3)
    expect(rate.data.list[0]?.changes).toEqual([
      { path: 'rate', label: 'rate', before: '1.00', after: '3.00' },
      { path: 'double', label: 'double', before: expect.any(String), after: expect.stringMatching(/^6/) },
    ])
    expect((await preview('kind', 'b')).data.list).toMatchObject([
      { state: 'changed', changes: [{ before: '名称a', after: '名称b' }] },
      { state: 'same', changes: [] },
    ])
    expect((await preview('rate', 11)).data.list).toMatchObject([
      { state: 'refused', reason: 'rule', message: expect.stringContaining('10') },
      { state: 'refused', reason: 'rule' },
    ])
    expect(states(await preview('rate', 3, [7, 1]))).toEqual(['version', 'changed'])
    const twice = await preview('title', 'same')
    expect(states(twice), 'the second would take what the first has taken').toEqual(['changed', 'rule'])
    expect(twice.data.list[1]?.message).toBe('title“same”已存在')
    expect((await preview('title', '')).data.list[0]?.message).not.toBe('')
    for (const id of ids) expect((await read(modelId, id)).version).toBe(1)
    expect(await audits(modelId, ids[0] as string)).toHaveLength(1)
  })

  it('is one of several that are given at once: judged together, and taken back together', async () => {
    const modelId = await release(admin, { enCode: 'batchSeveral', fields: fields(), columns })
    const ids = [
      await make(modelId, 'one', { kind: 'b' }),
      await make(modelId, 'two', { kind: 'b', rate: 4 }),
    ]
    const edit = (given: readonly (readonly [string, unknown])[], call: 'batchPreview' | 'batchUpdate') =>
      admin.envelope(`onlineDevelopment.${call}`, {
        ...{ modelId, fields: given.map(([name, value]) => ({ field: name, value })) },
        records: ids.map((id) => ({ id })),
      })
    const both = [
      ['rate', 4],
      ['kind', 'b'],
    ] as const
    const preview = await edit(both, 'batchPreview')
    expect(states(preview), 'what has all of them stays').toEqual(['changed', 'same'])
    expect(preview.data.list[0]?.changes.map(({ path }) => path)).toEqual(['rate', 'double'])
    const refused = await edit([...both, ['rate', 11]], 'batchPreview')
    expect(states(refused)).toEqual(['rule', 'rule'])
    expect(await edit([...both, ['double', 1]], 'batchUpdate')).toMatchObject({ code: 400 })
    const { list } = (
      await edit(
        [
          ['rate', 5],
          ['kind', 'a'],
        ],
        'batchUpdate',
      )
    ).data
    expect((await read(modelId, ids[0] as string)).data).toMatchObject({ rate: 5, kind: 'a', double: 10 })
    expect((await audits(modelId, ids[0] as string)).at(-1)?.reason).toBe('batch edit: rate, kind')
    const records = list.map(({ id, version }) => ({ id, version }))
    expect(states(await admin.envelope('onlineDevelopment.batchUndo', { modelId, records }))).toEqual([
      'changed',
      'changed',
    ])
    expect((await read(modelId, ids[1] as string)).data).toMatchObject({ rate: 4, kind: 'b', double: 8 })
  })

  it('is refused where nobody could give it a value in a form', async () => {
    const modelId = await release(admin, { enCode: 'batchClosed', fields: fields(), columns })
    const id = await make(modelId, 'one')
    for (const name of [
      'double',
      'closed',
      'secret',
      'items',
      'items.name',
      'modifier',
      'none',
      '__proto__',
    ]) {
      expect(await edit(modelId, [id], name, 'x'), name).toMatchObject({ code: 400 })
    }
    expect((await read(modelId, id)).version).toBe(1)
    for (const value of [{ a: 1 }, [1], true, 'x'.repeat(70_000)])
      expect((await edit(modelId, [id], 'rate', value)).data).not.toMatchObject({
        list: [{ state: 'changed' }],
      })
  })

  it('asks for the right to edit, to the field, to the record, and for the button of its own', async () => {
    const grant = (
      modelId: string,
      codes: Parameters<TestServer['server']['services']['rights']['grant']>[2],
    ) => server.server.services.rights.grant('field-operator', `model-${modelId}`, codes)
    const modelId = await release(admin, { enCode: 'batchRights', fields: fields(), columns, list: rightsOn })
    const foreign = await make(modelId, 'foreign')
    expect(await edit(modelId, [foreign], 'rate', 2, operator)).toMatchObject({ code: 403 })
    await grant(modelId, { buttons: ['btn_add'], fields: ['title', 'kind'] })
    expect(await edit(modelId, [foreign], 'kind', 'b', operator)).toMatchObject({ code: 403 })
    await grant(modelId, { buttons: ['btn_add', 'btn_edit'], fields: ['title', 'kind'] })
    const own = await make(modelId, 'own', {}, operator)
    expect(await edit(modelId, [own], 'rate', 2, operator), 'a closed field').toMatchObject({ code: 403 })
    const answer = await edit(modelId, [foreign, 'forged', own, own], 'kind', 'b', operator)
    expect(states(answer)).toEqual(['gone', 'gone', 'changed'])
    const [first, second] = answer.data.list
    expect({ ...first, id: '' }, 'a foreign record is as one that is not there').toEqual({
      ...second,
      id: '',
    })
    const preview = await operator.envelope('onlineDevelopment.batchPreview', {
      ...{ modelId, fields: [{ field: 'kind', value: 'a' }], records: [{ id: foreign }, { id: own }] },
    })
    expect(states(preview)).toEqual(['gone', 'changed'])
    expect((await read(modelId, foreign)).data['kind']).toBe('a')

    const list = { ...rightsOn, btnsList: [{ value: 'add' }, { value: 'batchEdit' }] }
    const owned = await release(admin, { enCode: 'batchOwn', fields: fields(), columns, list })
    await grant(owned, { buttons: ['btn_add', 'btn_edit'], fields: ['title', 'kind'] })
    const id = await make(owned, 'x', {}, operator)
    expect(await edit(owned, [id], 'kind', 'b', operator)).toMatchObject({ code: 403 })
    await grant(owned, { buttons: ['btn_add', 'btn_edit', 'btn_batchEdit'], fields: ['title', 'kind'] })
    expect(states(await edit(owned, [id], 'kind', 'b', operator))).toEqual(['changed'])
  })

  it('leaves alone what somebody has changed, and goes on with the others', async () => {
    const modelId = await release(admin, { enCode: 'batchConflict', fields: fields(), columns })
    const ids = [await make(modelId, 'a'), await make(modelId, 'b'), await make(modelId, 'c')]
    await admin.call('onlineDevelopment.update', { modelId, id: ids[1], data: { rate: 9 }, version: 1 })
    const answer = await admin.envelope('onlineDevelopment.batchUpdate', {
      ...{ modelId, fields: [{ field: 'rate', value: 5 }], records: ids.map((id) => ({ id, version: 1 })) },
    })
    expect(states(answer)).toEqual(['changed', 'version', 'changed'])
    const rates = await Promise.all(ids.map(async (id) => (await read(modelId, id)).data['rate']))
    expect(rates).toEqual([5, 9, 5])
  })

  it('ended in the middle is whole for each record, and asking again carries it out', async () => {
    const modelId = await release(admin, { enCode: 'batchAgain', fields: fields(), columns })
    const ids = await Promise.all(['a', 'b', 'c'].map((title) => make(modelId, title)))
    // The second one's save fails as the database's end would make it fail.
    await server.sql(`
      create function fail_once() returns trigger language plpgsql as $$
      begin
        if new.target = '${modelId}/${ids[1]}' then raise exception 'the server ends here'; end if;
        return new;
      end $$;
      create trigger fail_once before insert on audit for each row execute function fail_once()`)
    const records = ids.map((id) => ({ id, version: 1 }))
    const ended = await admin.envelope('onlineDevelopment.batchUpdate', {
      ...{ modelId, fields: [{ field: 'rate', value: 7 }], records },
    })
    expect(ended.code).toBeGreaterThanOrEqual(500)
    await server.sql('drop trigger fail_once on audit; drop function fail_once()')
    const after = await Promise.all(ids.map((id) => read(modelId, id)))
    expect(after.map(({ data, version }) => [data['rate'], data['double'], version])).toEqual([
      [7, 14, 2],
      [1, 2, 1],
      [1, 2, 1],
    ])
    const again = await admin.envelope('onlineDevelopment.batchUpdate', {
      ...{ modelId, fields: [{ field: 'rate', value: 7 }], records },
    })
    expect(states(again)).toEqual(['same', 'changed', 'changed'])
    for (const id of ids) expect(await audits(modelId, id)).toHaveLength(2)
  })

  it('is taken back where nobody has changed it since, with what followed from it', async () => {
    const modelId = await release(admin, { enCode: 'batchUndo', fields: fields(), columns })
    const ids = [
      await make(modelId, 'a', { secret: 's3cret' }),
      await make(modelId, 'b'),
      await make(modelId, 'c'),
    ]
    const { list } = (await edit(modelId, ids, 'rate', 5)).data
    const records = list.map(({ id, version }) => ({ id, version }))
    await admin.call('onlineDevelopment.update', { modelId, id: ids[1], data: { kind: 'b' }, version: 2 })
    const undone = await admin.envelope('onlineDevelopment.batchUndo', { modelId, records })
    expect(states(undone)).toEqual(['changed', 'version', 'changed'])
    expect((await read(modelId, ids[0] as string)).data).toMatchObject({
      rate: 1,
      double: 2,
      secret: 's3cret',
    })
    expect((await read(modelId, ids[1] as string)).data).toMatchObject({ rate: 5, kind: 'b' })
    const twice = await admin.envelope('onlineDevelopment.batchUndo', {
      modelId,
      records: undone.data.list.map(({ id, version }) => ({ id, version })),
    })
    expect(states(twice), 'what was no edit of many is not taken back').toEqual(['gone', 'gone', 'gone'])
  })

  it('takes a thousand at once, and no more', async () => {
    const modelId = await release(admin, { enCode: 'batchMany', fields: fields(), columns })
    const first = await make(modelId, 'first')
    await server.sql(
      `insert into record (model_id, id, version, data, owner_id, organize_id, project_id, updated_by)
       select model_id, 'many-' || n, version, data || jsonb_build_object('title', 'many ' || n), owner_id, '', '', ''
       from record, generate_series(1, 999) as n where id = $1`,
      [first],
    )
    const ids = [first, ...Array.from({ length: 999 }, (_, index) => `many-${index + 1}`)]
    expect(await edit(modelId, [...ids, 'more'], 'rate', 2)).toMatchObject({ code: 400 })
    const preview = await admin.envelope('onlineDevelopment.batchPreview', {
      ...{ modelId, fields: [{ field: 'rate', value: 2 }], records: ids.map((id) => ({ id })) },
    })
    expect(preview.data.list.filter(({ changes }) => changes[0]?.after === '2.00')).toHaveLength(1000)
    const answer = await edit(modelId, ids, 'rate', 2)
    expect(answer.data.list.filter(({ state }) => state === 'changed')).toHaveLength(1000)
    const [kept] = await server.sql<{ n: number }>(
      `select count(*)::int as n from record where model_id = $1 and data->>'rate' = '2' and data->>'double' = '4'`,
      [modelId],
    )
    expect(kept?.n).toBe(1000)
  }, 300_000)
})
