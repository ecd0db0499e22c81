import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallError } from '@runtime/host'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let api: Server
let apiUrl: string
/** What the service has been asked. */
const requested: { url: string; token: string | undefined }[] = []

beforeAll(async () => {
  api = createServer((request, response) => {
    requested.push({ url: request.url ?? '', token: request.headers.authorization })
    response.end(JSON.stringify({ data: [{ id: 1, 'a.b': { deep: true } }] }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  server = await startTestServer({ httpHosts: ['127.0.0.1'] })
  admin = await server.as('admin')
})
afterAll(async () => {
  api.close()
  await server.close()
})

const draftOf = (type: 1 | 2 | 3, config: object, more: object = {}) =>
  ({ type, dataConfigJson: JSON.stringify(config), parameterJson: '[]', ...more }) as never
const refusal = async (work: Promise<unknown>) => {
  const error = (await work.then(
    () => null,
    (reason: unknown) => reason,
  )) as CallError | null
  return error && { code: error.code, message: error.message, errors: error.errors }
}

describe('a draft of a data interface', () => {
  it('is run unsaved, with its rows as texts, its time and what was sent', async () => {
    const params = {
      parameterJson: JSON.stringify([{ field: 'least', dataType: 'int', defaultValue: null }]),
      paramList: [{ field: 'least', defaultValue: '2' }],
    }
    const draft = draftOf(
      1,
      {
        sql: 'select id, null as none from area where level >= {least} and id = {least}::text || $q$',
        url: null,
      },
      params,
    )
    expect(await admin.call('dataInterface.test', draft)).toMatchObject({
      error: '语句中不能使用 $',
      line: 1,
    })
    const sql = 'select {least} as least, \'x\' as "a.b", null as none'
    expect(await admin.call('dataInterface.test', draftOf(1, { sql }, params))).toEqual({
      columns: ['least', 'a.b', 'none'].map((label, index) => ({ path: `c${index}`, label })),
      rows: [{ id: '1', c0: '2', c1: 'x', c2: '' }],
      hasMore: 0,
      took: expect.any(Number),
      sent: 'select $1 as least, \'x\' as "a.b", null as none\n-- $1 least = "2"',
      error: '',
      line: null,
    })
    const rows = Array.from({ length: 300 }, (_, index) => ({ id: index }))
    const long = await admin.call('dataInterface.test', draftOf(2, { staticData: rows }))
    expect(long).toMatchObject({ hasMore: 1, columns: [{ label: 'id' }] })
    expect(long.rows).toHaveLength(200)
  })

  it.each([
    ['a word that is forbidden', 'select 1 -- one\n/* two\n */, pg_sleep(1)', '语句中不能使用 pg_sleep', 3],
    ['a parenthesis that is never closed', 'select\n(1', '括号不配对', 2],
    ['a table that there is not', 'select *\nfrom\n  nowhere', 'relation "nowhere" does not exist', 3],
    ['what goes wrong while it runs', 'select\n 1 / 0', 'division by zero', null],
    [
      'a table that the reader may not see',
      'select * from user_account',
      'permission denied for table user_account',
      null,
    ],
  ])('says where the statement is at fault: %s', async (_, sql, error, line) => {
    expect(await admin.call('dataInterface.test', draftOf(1, { sql }))).toMatchObject({
      error,
      line,
      rows: [],
    })
  })

  it('is refused with the place where it could not be saved either', async () => {
    expect(await refusal(admin.call('dataInterface.test', draftOf(3, { url: 'file:///etc' })))).toMatchObject(
      {
        code: 400,
        errors: [{ path: 'dataConfigJson.url' }],
      },
    )
    const sql = { type: 1, fullName: 'x', enCode: 'x', dataConfigJson: '{"sql": "select 1\\n; delete"}' }
    expect((await refusal(admin.call('dataInterface.create', sql as never)))?.errors).toEqual([
      { path: 'dataConfigJson.sql', message: '第 2 行：只能有一条语句' },
    ])
  })

  it('asks no host that an interface may not ask', async () => {
    expect(
      await admin.call('dataInterface.test', draftOf(3, { url: 'http://169.254.169.254/latest' })),
    ).toMatchObject({
      error: expect.stringContaining('不允许访问主机 169.254.169.254'),
    })
  })

  it('takes stored secrets to their own address alone, and shows none', async () => {
    const headers = [{ field: 'Authorization', defaultValue: 'top-secret', secret: true }]
    const stored = { url: `${apiUrl}/rows`, path: 'data', headers }
    const { id } = await admin.call('dataInterface.create', {
      ...{ fullName: '密', enCode: 'secretive', type: 3, dataConfigJson: JSON.stringify(stored) },
    } as never)
    const masked = { ...stored, headers: [{ ...headers[0], defaultValue: '******' }] }
    const query = [{ field: 'q', defaultValue: '1' }]
    const trial = await admin.call('dataInterface.test', draftOf(3, { ...masked, query }, { id }))
    expect(requested.at(-1)).toEqual({ url: '/rows?q=1', token: 'top-secret' })
    expect(trial).toMatchObject({
      columns: [{ label: 'id' }, { label: 'a.b' }],
      rows: [{ c0: '1', c1: '{"deep":true}' }],
      sent: `GET ${apiUrl}/rows?q=1\nAuthorization: ******`,
    })
    const before = requested.length
    for (const url of [`${apiUrl}/elsewhere`, apiUrl.replace('127.0.0.1', 'localhost')])
      expect(
        await refusal(admin.call('dataInterface.test', draftOf(3, { ...masked, url }, { id }))),
      ).toMatchObject({
        code: 400,
        errors: [
          {
            path: 'dataConfigJson.headers.0.defaultValue',
            message: expect.stringContaining('已保存的密钥不会发往新地址'),
          },
        ],
      })
    expect(await refusal(admin.call('dataInterface.test', draftOf(3, masked)))).toMatchObject({ code: 400 })
    expect(requested).toHaveLength(before)
    const { list } = await admin.call('dataInterface.log', { id })
    expect(list).toMatchObject([{ isTrial: 1, rows: 1, error: '' }])
    const audited = await server.sql(
      `select after::text as text from audit where action = 'dataInterface.test'`,
    )
    expect(JSON.stringify(audited)).toContain(`${apiUrl}/rows`)
    expect(JSON.stringify([audited, trial])).not.toContain('top-secret')
  })

  it('is for whoever adds or edits; of a stored one for whoever edits', async () => {
    const { client, id: person } = await personOf(server, 'drafting')
    const draft = (more: object = {}) => draftOf(2, { staticData: [] }, more)
    expect(await client.envelope('dataInterface.test', draft())).toMatchObject({ code: 403 })
    expect(await client.envelope('dataInterface.tables')).toMatchObject({ code: 403 })
    await server.sql(`insert into role (id, en_code, full_name) values ('drafting', 'drafting', '"草拟"')`)
    await server.sql(`insert into user_role values ($1, 'drafting')`, [person])
    await server.server.services.rights.grant('drafting', 'system.dataInterface', { buttons: ['btn_add'] })
    expect(await client.envelope('dataInterface.test', draft())).toMatchObject({ code: 200 })
    expect(await client.envelope('dataInterface.test', draft({ id: 'materials' }))).toMatchObject({
      code: 403,
    })
  })

  it('knows the tables that a statement may name', async () => {
    const { list } = await admin.call('dataInterface.tables')
    expect(list.find(({ value }) => value === 'area')?.children).toContainEqual({
      value: 'level',
      label: 'integer',
    })
    const names = list.map(({ value }) => value)
    expect(names).toContain('visible_project')
    expect(names).not.toContain('user_account')
  })
})

describe('changing a data interface', () => {
  it('from an older version is refused, with what is stored by now; what a body leaves out stays', async () => {
    const body = { fullName: '版', enCode: 'versions', type: 2, dataConfigJson: '{"staticData":[]}' }
    const { id } = await admin.call('dataInterface.create', { ...body, category: 'kept' } as never)
    await admin.call('dataInterface.update', { id, ...body, version: 0 } as never)
    expect(await admin.call('dataInterface.info', { id })).toMatchObject({ version: 1, category: 'kept' })
    expect(
      await refusal(admin.call('dataInterface.update', { id, ...body, version: 0 } as never)),
    ).toMatchObject({
      code: 409,
    })
  })
})

describe('changing a variable', () => {
  it('from an older version is refused, with what is stored by now; a file asks for none', async () => {
    const source = { fullName: '源', enCode: 'source', type: 2, dataConfigJson: '{"staticData":[]}' }
    const { id: interfaceId } = await admin.call('dataInterface.create', source as never)
    const variate = { interfaceId, fullName: 'twice', expression: 'a' }
    const { id } = await admin.call('dataInterfaceVariate.create', variate)
    const change = (expression: string, from: object) =>
      admin.envelope('dataInterfaceVariate.update', { id, ...variate, expression, ...from })
    const { version } = await admin.call('dataInterfaceVariate.info', { id })
    expect(await change('first', { version })).toMatchObject({ code: 200 })
    const stored = await admin.call('dataInterfaceVariate.info', { id })
    expect(stored).toMatchObject({ expression: 'first', version: version + 1 })
    expect(await change('second', { version })).toMatchObject({
      code: 409,
      data: { version: version + 1, data: stored },
    })
    expect(await admin.call('dataInterfaceVariate.info', { id })).toEqual(stored)
    expect(await change('unasked', {})).toMatchObject({ code: 200 })
    const file = { ...variate, interfaceCode: 'source', expression: 'imported', version }
    expect(await admin.call('dataInterface.import', { text: JSON.stringify(file) })).toMatchObject({
      changed: 1,
    })
    const { list } = await admin.call('dataInterfaceVariate.list', { interfaceId })
    expect(list).toMatchObject([{ id, expression: 'imported', version: version + 3 }])
  })
})

describe('a .bd file', () => {
  const bodyOf = (enCode: string, rows: readonly object[]) => ({
    ...{ fullName: `接口${enCode}`, enCode, type: 2, enabledMark: 1 },
    dataConfigJson: JSON.stringify({ staticData: rows }),
  })
  const send = (things: unknown, isTrial: 0 | 1 = 0) =>
    admin.call('dataInterface.import', { text: JSON.stringify(things), isTrial })

  it('is previewed and read by codes: added, changed, unchanged', async () => {
    const { id } = await admin.call('dataInterface.create', bodyOf('moved', [{ id: 1 }]) as never)
    const file = await admin.call('dataInterface.export', { id })
    const saved = JSON.parse(await (await admin.fetch(file.url)).text())
    expect(await send(saved, 1)).toMatchObject({ added: 0, changed: 0, same: 1, changes: [] })
    const changed = { ...saved, fullName: '改名', dataConfigJson: '{"staticData":[{"id":2}]}' }
    const secretive = {
      ...{ fullName: '远', enCode: 'far', type: 3 },
      dataConfigJson: JSON.stringify({
        url: `${apiUrl}/x`,
        headers: [{ field: 'Key', defaultValue: '******', secret: true }],
      }),
    }
    const variate = {
      fullName: 'far_token',
      expression: 'data.token',
      interfaceId: 'gone',
      interfaceCode: 'far',
    }
    const things = [variate, changed, secretive]
    const trial = await send(things, 1)
    expect(trial).toMatchObject({
      ...{ added: 2, changed: 1, same: 0 },
      list: [
        { enCode: 'moved', state: 'changed', secrets: '' },
        { enCode: 'far', state: 'added', secrets: 'Key' },
        { kind: 'variable', enCode: 'far_token', state: 'added' },
      ],
      changes: [
        { of: '改名', label: '名称', before: '接口moved', after: '改名' },
        { of: '改名', label: '静态数据', before: '[{"id":1}]', after: '[{"id":2}]' },
      ],
    })
    expect((await admin.call('dataInterface.info', { id })).fullName).toBe('接口moved')
    expect(await send(things)).toEqual(trial)
    expect((await admin.call('dataInterface.info', { id })).fullName).toBe('改名')
    // Without its secret it cannot be run yet.
    const far = await admin.call('dataInterface.info', { id: 'far' })
    expect(far.enabledMark).toBe(0)
    expect((await admin.call('dataInterfaceVariate.list', { interfaceId: far.id })).list).toHaveLength(1)
    expect(await send(things, 1)).toMatchObject({ added: 0, changed: 0, same: 3 })
  })

  it.each([
    ['no JSON', 'x'],
    ['something else', '{"a":1}'],
    ['the same twice', JSON.stringify([bodyOf('twice', []), bodyOf('twice', [])])],
    [
      'one at fault: nothing of it',
      JSON.stringify([bodyOf('sound', []), { ...bodyOf('bad', []), dataConfigJson: '{}' }]),
    ],
    [
      'a variable of no interface',
      JSON.stringify({ fullName: 'v', expression: 'a', interfaceId: 'x', interfaceCode: 'no' }),
    ],
  ])('is refused with %s', async (_, text) => {
    expect(await refusal(admin.call('dataInterface.import', { text }))).toMatchObject({
      code: 400,
      message: expect.stringMatching(/./),
    })
    expect(await admin.envelope('dataInterface.info', { id: 'sound' })).toMatchObject({ code: 404 })
  })
})
