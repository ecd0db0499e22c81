import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallError } from '@runtime/host'
import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, modelOf, release, table } from '../online-development/specs/models'
import { removeOldRuns } from './run-log'

let server: TestServer
let admin: TestClient
let operator: TestClient
let api: Server
let apiUrl: string
/** What the HTTP service has been asked. */
const requested: { url: string; token: string | undefined }[] = []
let token = 'first'

beforeAll(async () => {
  api = createServer((request, response) => {
    const url = request.url ?? ''
    const sent = request.headers.authorization
    requested.push({ url, token: sent })
    if (url === '/away') return response.writeHead(302, { location: 'http://169.254.169.254/secret' }).end()
    if (url === '/login') return response.end(JSON.stringify({ data: { token } }))
    if (url === '/closed' && sent !== token) return response.writeHead(401).end('{}')
    if (url === '/long')
      return response.end('{"data":{"list":[{"id":1269943055849660418,"n":1},{"id":2,"n":2}]}}')
    const rows = [
      { id: 1, name: '一号泵', kind: 'pump' },
      { id: 2, name: '二号泵', kind: 'pump' },
      { id: 3, name: '主阀', kind: 'valve' },
    ]
    response.end(JSON.stringify({ data: { list: rows, none: { a: 1 } } }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  server = await startTestServer({ httpHosts: ['127.0.0.1'] })
  admin = await server.as('admin')
  operator = await server.as('operator')
})
afterAll(async () => {
  api.close()
  await server.close()
})

let count = 0
interface Draft {
  readonly type: 1 | 2 | 3
  readonly config: object
  readonly params?: readonly object[]
  readonly fields?: readonly object[]
}
const body = ({ type, config, params = [], fields = [] }: Draft, enCode = `interface${++count}`) => ({
  fullName: `接口${enCode}`,
  enCode,
  type,
  parameterJson: JSON.stringify(params),
  fieldJson: JSON.stringify(fields),
  dataConfigJson: JSON.stringify(config),
})
/** An interface that everybody may run. */
const make = async (draft: Draft) => {
  const { id } = await admin.call('dataInterface.create', body(draft) as never)
  await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
  return id
}
const makeSql = (sql: string, params: readonly object[] = []) =>
  make({ type: INTERFACE_TYPE.sql, config: { sql }, params })
const refusal = async (work: Promise<unknown>) => {
  const error = (await work.then(
    () => null,
    (reason: unknown) => reason,
  )) as CallError | null
  return error && { code: error.code, message: error.message, errors: error.errors }
}
const param = (name: string, defaultValue: unknown) => ({ field: name, defaultValue })

describe('a data interface of SQL', () => {
  it('answers rows for bound, typed parameters', async () => {
    const id = await makeSql(
      `select id, full_name as "fullName", level, {min} as min from area
       where level >= {min} and full_name like '%{word}%' order by id`,
      [
        { field: 'min', dataType: 'int', required: 1 },
        { field: 'word', dataType: 'varchar', defaultValue: '新市' },
      ],
    )
    const rows = await operator.call('dataInterface.preview', { id, paramList: [param('min', '2')] })
    expect(rows).toContainEqual({ id: '650104', fullName: '新市区', level: 2, min: 2 })
    const none = await operator.call('dataInterface.preview', {
      id,
      paramList: [param('min', 2), param('word', "' or 1=1 --")],
    })
    expect(none).toEqual([])
  })

  it('keeps every digit of a number: longer ones come as texts, and so does their column', async () => {
    const id = await makeSql(
      `select * from (values (1269943055849660418::bigint, 7::bigint, 0.1234567890123456789::numeric, '{"a": 9007199254740993}'::jsonb),
       (5, 8, 1.5, null)) as one(id, n, price, more) where {id}::bigint is null or id = {id} order by n`,
      [{ field: 'id', dataType: 'bigint' }],
    )
    expect(await operator.call('dataInterface.preview', { id })).toEqual([
      { id: '1269943055849660418', n: 7, price: '0.1234567890123456789', more: { a: '9007199254740993' } },
      { id: '5', n: 8, price: '1.5', more: null },
    ])
    const paramList = [param('id', '1269943055849660418')]
    expect(await operator.call('dataInterface.preview', { id, paramList })).toMatchObject([{ n: 7 }])
    expect(
      await refusal(
        operator.call('dataInterface.preview', { id, paramList: [param('id', '9223372036854775808')] }),
      ),
    ).toMatchObject({ code: 400 })
  })

  it('takes a text parameter for a text, whatever it says', async () => {
    const id = await makeSql("select {word} as word, 'x{word}y' as inside", [{ field: 'word' }])
    for (const word of [
      "'; drop table area; --",
      "' || (select password_hash from user_account) || '",
      '$1',
      '{word}',
      '\\',
    ])
      expect(await operator.call('dataInterface.preview', { id, paramList: [param('word', word)] })).toEqual([
        { word, inside: `x${word}y` },
      ])
  })

  it.each([
    ['no SELECT', 'update area set full_name = full_name', '只能使用一条 SELECT 或 WITH 查询语句'],
    ['two statements', 'select 1; delete from area', '只能有一条语句'],
    ['a comment that ends ours', 'select 1) as source; --', '括号不配对'],
    ['a function that waits', 'select pg_sleep(60)', '语句中不能使用 pg_sleep'],
    [
      'a function that changes the role',
      "select set_config('role', 'none', true)",
      '语句中不能使用 set_config',
    ],
    ['the catalogue', 'select * from pg_catalog.pg_authid', '语句中不能使用 pg_catalog'],
    ['an undeclared parameter', 'select {who}', '参数“who”没有定义'],
  ])('is not saved with %s', async (_, sql, message) => {
    expect(await refusal(makeSql(sql))).toMatchObject({ code: 400, message })
  })

  it.each([
    ['accounts', 'select * from user_account', 'permission denied for table user_account'],
    ['sessions', 'select * from session', 'permission denied for table session'],
    ['configurations of interfaces', 'select config from public.data_interface', 'permission denied'],
    ['records past their views', 'select * from record', 'permission denied for table record'],
    ['contents of files', 'select * from file_content', 'permission denied for table file_content'],
  ])('may not read %s', async (_, sql, reason) => {
    const id = await makeSql(sql)
    const refused = await refusal(admin.call('dataInterface.preview', { id }))
    expect(refused).toMatchObject({ code: 400, message: expect.stringContaining(reason) })
    expect(await refusal(operator.call('dataInterface.preview', { id }))).toMatchObject({
      message: expect.stringMatching(/^数据接口“接口interface\d+”执行失败$/),
    })
  })

  it('may not write, not even inside a WITH', async () => {
    for (const sql of [
      'with gone as (delete from area returning id) select * from gone',
      "with made as (insert into area values ('x') returning id) select * from made",
      'select * into copied from area',
      "select nextval('x')",
    ]) {
      const id = await makeSql(sql)
      expect(await refusal(admin.call('dataInterface.preview', { id }))).toMatchObject({ code: 400 })
    }
    expect(await server.sql('select count(*)::int as count from area where level = 0')).toEqual([
      { count: 34 },
    ])
  })

  it('leaves the connection as it was', async () => {
    const id = await makeSql('select current_user as role')
    for (let turn = 0; turn < 30; turn++)
      expect(await admin.call('dataInterface.preview', { id })).toEqual([{ role: 'loam_reader' }])
    expect((await admin.call('dataInterface.list')).list.length).toBeGreaterThan(0)
  })

  it('is broken off when it takes too long', async () => {
    const id = await makeSql('select count(*) from generate_series(1, 100000000000) as n')
    const started = performance.now()
    expect(await refusal(operator.call('dataInterface.preview', { id }))).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^数据接口“接口interface\d+”执行超时$/),
    })
    expect(performance.now() - started).toBeLessThan(8000)
  })

  it('answers at most ten thousand rows, and pages with keyword and ids', async () => {
    const id = await makeSql(
      "select n as id, '第' || n || '行' as name, 'x' as other from generate_series(1, 20000) as n",
    )
    expect(await operator.call('dataInterface.preview', { id })).toHaveLength(10_000)
    const page = await operator.call('dataInterface.page', {
      id,
      columnOptions: 'name',
      relationField: 'name',
      keyword: '第199',
      currentPage: 2,
      pageSize: 100,
    })
    // 199, 1990 to 1999 and 19900 to 19999.
    expect(page.pagination).toEqual({ currentPage: 2, pageSize: 100, total: 111 })
    expect(page.list).toHaveLength(11)
    const hidden = await operator.call('dataInterface.page', { id, columnOptions: 'name', keyword: 'x' })
    expect(hidden.pagination.total).toBe(0)
    expect(
      await operator.call('dataInterface.infoByIds', { id, ids: ['7', 20000, 'gone'], propsValue: 'id' }),
    ).toEqual([
      { id: 7, name: '第7行', other: 'x' },
      { id: 20000, name: '第20000行', other: 'x' },
    ])
    const members = await refusal(
      operator.call('dataInterface.infoByIds', { id, ids: ['7'], propsValue: 'id" or "' }),
    )
    expect(members).toMatchObject({ code: 400 })
  })

  it('reads a released model by its view, typed, and follows its next version', async () => {
    const model = {
      enCode: 'reported',
      fields: [
        field('input', 'name'),
        field('inputNumber', 'amount'),
        field('datePicker', 'day'),
        field('input', 'pin', {}, { showPassword: true }),
        table('items', [field('input', 'part'), field('inputNumber', 'count')]),
      ],
      columns: ['name', 'amount'],
    }
    const modelId = await release(admin, model)
    const data = {
      name: '滴灌带',
      amount: 12.5,
      day: 1767225600000,
      pin: '1234',
      items: [{ part: '阀', count: 2 }],
    }
    await admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify(data) } as never)
    await server.server.services.records.prepared()
    const id = await makeSql('select name, amount, day from reported where amount > {least}', [
      { field: 'least', dataType: 'decimal' },
    ])
    expect(await admin.call('dataInterface.preview', { id, paramList: [param('least', 10)] })).toEqual([
      { name: '滴灌带', amount: 12.5, day: '2026-01-01T00:00:00.000Z' },
    ])
    const rows = await makeSql('select part, count from "reported.items"')
    expect(await admin.call('dataInterface.preview', { id: rows })).toEqual([{ part: '阀', count: 2 }])
    const secret = await makeSql('select pin from reported')
    expect(await refusal(admin.call('dataInterface.preview', { id: secret }))).toMatchObject({
      message: expect.stringContaining('column "pin" does not exist'),
    })
    await admin.call('visualDevelopment.update', {
      id: modelId,
      ...modelOf({ ...model, fields: [field('input', 'name'), field('input', 'later')], columns: ['name'] }),
    } as never)
    await admin.call('visualDevelopment.release', { id: modelId })
    await server.server.services.records.prepared()
    const later = await makeSql('select later from reported')
    expect(await admin.call('dataInterface.preview', { id: later })).toEqual([{ later: null }])
    expect(await refusal(admin.call('dataInterface.preview', { id: rows }))).toMatchObject({
      message: expect.stringContaining('"reported.items" does not exist'),
    })
  })

  it('finds a model in the place of a deleted one of its code', async () => {
    const model = { enCode: 'again', fields: [field('input', 'old')], columns: ['old'] }
    await admin.call('visualDevelopment.delete', { id: await release(admin, model) })
    const modelId = await release(admin, { ...model, fields: [field('input', 'fresh')], columns: ['fresh'] })
    await admin.call('onlineDevelopment.create', { modelId, data: '{"fresh":"新"}' } as never)
    await server.server.services.records.prepared()
    const id = await makeSql('select fresh from again')
    expect(await admin.call('dataInterface.preview', { id })).toEqual([{ fresh: '新' }])
  })
})

describe('a data interface of static data', () => {
  const staticData = [
    { id: 'a', name: '甲', kind: 'x' },
    { id: 'b', name: '乙', kind: 'y' },
  ]

  it('is filtered, paged and searched', async () => {
    const id = await make({
      type: INTERFACE_TYPE.static,
      config: { staticData },
      params: [{ field: 'kind', defaultValue: 'y' }],
    })
    expect(await operator.call('dataInterface.preview', { id })).toEqual([staticData[1]])
    expect(await operator.call('dataInterface.preview', { id, paramList: [param('kind', 'x')] })).toEqual([
      staticData[0],
    ])
    const plain = await make({ type: INTERFACE_TYPE.static, config: { staticData } })
    const page = await operator.call('dataInterface.page', {
      id: plain,
      columnOptions: 'name',
      keyword: '乙',
      pageSize: 1,
    })
    expect(page).toEqual({ list: [staticData[1]], pagination: { currentPage: 1, pageSize: 1, total: 1 } })
    expect(
      await operator.call('dataInterface.infoByIds', { id: plain, ids: ['b'], propsValue: 'id' }),
    ).toEqual([staticData[1]])
    expect(await operator.call('dataInterface.fields', { id: plain })).toEqual({
      list: ['id', 'name', 'kind'].map((name) => ({ field: name, label: name })),
    })
  })

  it('names the rows of ids, in one call with others', async () => {
    const answer = await operator.call('names.resolve', {
      requests: [
        {
          source: { kind: 'interface', id: 'materials', params: [], value: 'id', label: 'fullName' },
          ids: ['drip-tape', 'gone'],
        },
        { source: { kind: 'interface', id: 'gone', params: [], value: 'id', label: 'fullName' }, ids: ['a'] },
      ],
    })
    expect(answer).toEqual([
      [{ id: 'drip-tape', text: '单翼迷宫式滴灌带', data: expect.objectContaining({ unit: '卷' }) }],
      [],
    ])
  })

  it('names a required parameter that is missing', async () => {
    const id = await make({
      type: INTERFACE_TYPE.static,
      config: { staticData },
      params: [{ field: 'kind', fieldName: '类别', required: 1 }],
    })
    expect(await refusal(operator.call('dataInterface.preview', { id }))).toEqual({
      code: 400,
      message: '参数“类别”不能为空',
      errors: [{ path: 'paramList.kind', message: '类别' }],
    })
    expect(await operator.call('dataInterface.params', { id })).toEqual([
      { field: 'kind', fieldName: '类别', required: 1 },
    ])
  })
})

describe('a data interface of HTTP', () => {
  const http = (config: object, params: readonly object[] = []) =>
    make({
      type: INTERFACE_TYPE.http,
      config: { url: `${apiUrl}/rows`, path: 'data.list', ...config },
      params,
    })

  it('answers the rows at a path, filled in, paged, searched and by ids', async () => {
    const id = await http({ url: `${apiUrl}/rows/{farm}`, query: [{ field: 'q', defaultValue: '{farm}' }] }, [
      { field: 'farm' },
    ])
    expect(
      await operator.call('dataInterface.preview', { id, paramList: [param('farm', 'a/b?c')] }),
    ).toHaveLength(3)
    expect(requested.at(-1)?.url).toBe('/rows/a%2Fb%3Fc?q=a%2Fb%3Fc')
    const page = await operator.call('dataInterface.page', {
      id,
      columnOptions: 'name',
      keyword: '泵',
      pageSize: 1,
    })
    expect(page.pagination).toEqual({ currentPage: 1, pageSize: 1, total: 2 })
    expect(await operator.call('dataInterface.infoByIds', { id, ids: ['3'], propsValue: 'id' })).toEqual([
      { id: 3, name: '主阀', kind: 'valve' },
    ])
  })

  it('keeps every digit of a number', async () => {
    expect(
      await operator.call('dataInterface.preview', { id: await http({ url: `${apiUrl}/long` }) }),
    ).toEqual([
      { id: '1269943055849660418', n: 1 },
      { id: '2', n: 2 },
    ])
  })

  it('takes what is no list for no rows', async () => {
    for (const path of ['data', 'data.none', 'data.gone', ''])
      expect(await operator.call('dataInterface.preview', { id: await http({ path }) })).toEqual([])
  })

  it('reaches listed hosts alone, by redirects too, and tells administrators which', async () => {
    const away = await http({ url: `${apiUrl}/away` })
    expect(await refusal(admin.call('dataInterface.preview', { id: away }))).toMatchObject({
      message: expect.stringContaining('不允许访问主机 169.254.169.254'),
    })
    const elsewhere = await http({ url: 'http://example.com/' })
    expect(await refusal(admin.call('dataInterface.preview', { id: elsewhere }))).toMatchObject({
      message: expect.stringContaining('不允许访问主机 example.com'),
    })
    expect(await refusal(operator.call('dataInterface.preview', { id: elsewhere }))).toMatchObject({
      message: expect.stringMatching(/执行失败$/),
    })
  })

  it('reaches nothing where nothing is listed', async () => {
    const strict = await startTestServer()
    try {
      const person = await strict.as('admin')
      const draft = body({ type: INTERFACE_TYPE.http, config: { url: `${apiUrl}/rows` } })
      const { id } = await person.call('dataInterface.create', draft as never)
      expect(await refusal(person.call('dataInterface.preview', { id }))).toMatchObject({
        message: expect.stringContaining('不允许访问主机 127.0.0.1'),
      })
    } finally {
      await strict.close()
    }
  })

  it('keeps its secrets on the server', async () => {
    const headers = [
      { field: 'Authorization', defaultValue: 'top-secret', secret: true },
      { field: 'X-Open', defaultValue: 'open' },
    ]
    const draft = body({
      type: INTERFACE_TYPE.http,
      config: { url: `${apiUrl}/rows`, path: 'data.list', headers },
    })
    const { id } = await admin.call('dataInterface.create', draft as never)
    await admin.call('dataInterface.setRunners', { id, everybody: 1, runners: [] })
    const info = await admin.call('dataInterface.info', { id })
    expect(JSON.parse(info.dataConfigJson).headers).toEqual([
      { ...headers[0], defaultValue: '******' },
      headers[1],
    ])
    await admin.call('dataInterface.update', { ...info, description: 'later' } as never)
    await operator.call('dataInterface.preview', { id })
    expect(requested.at(-1)?.token).toBe('top-secret')
    const file = await admin.call('dataInterface.export', { id })
    expect(file.name).toMatch(/\.bd$/)
    const saved = await (await admin.fetch(file.url)).text()
    expect(saved).toContain('******')
    const audited = await server.sql(
      'select before::text || after::text as text from audit where target = $1',
      [id],
    )
    expect(audited.length).toBeGreaterThan(0)
    for (const text of [
      saved,
      JSON.stringify(audited),
      JSON.stringify(await admin.call('dataInterface.list')),
    ])
      expect(text).not.toContain('top-secret')
    const { id: copy } = await admin.call('dataInterface.copy', { id })
    expect(await admin.call('dataInterface.info', { id: copy })).toMatchObject({ enabledMark: 0 })
    const { version: _, ...stored } = info
    const moved = { ...stored, dataConfigJson: info.dataConfigJson.replace(apiUrl, 'http://127.0.0.2') }
    expect(await refusal(admin.call('dataInterface.update', moved as never))).toMatchObject({
      code: 400,
      message: '地址已改变：已保存的密钥不会发往新地址，请重新填写请求头“Authorization”的值',
      errors: [{ path: 'dataConfigJson.headers.0.defaultValue' }],
    })
  })

  it('sends variables read from another interface, and reads them anew when they have run out', async () => {
    const login = await http({ url: `${apiUrl}/login` })
    const variate = { interfaceId: login, fullName: 'farm_token', expression: 'data.token' }
    const { id } = await admin.call('dataInterfaceVariate.create', variate)
    const headers = [{ field: 'Authorization', defaultValue: '{@farm_token}' }]
    const closed = await http({ url: `${apiUrl}/closed`, headers })
    expect(await operator.call('dataInterface.preview', { id: closed })).toHaveLength(3)
    expect(requested.slice(-2)).toEqual([
      { url: '/login', token: undefined },
      { url: '/closed', token: 'first' },
    ])
    token = 'second'
    expect(await operator.call('dataInterface.preview', { id: closed })).toHaveLength(3)
    expect(requested.at(-1)).toEqual({ url: '/closed', token: 'second' })
    const info = await admin.call('dataInterfaceVariate.info', { id })
    expect(info).toMatchObject({ ...variate, refreshTime: expect.any(Number) })
    expect(JSON.stringify(info)).not.toContain('second')
    const { id: copy } = await admin.call('dataInterfaceVariate.copy', { id })
    const list = await admin.call('dataInterfaceVariate.list', { interfaceId: login })
    expect(list.list.map(({ fullName }) => fullName)).toEqual(['farm_token', 'farm_token_2'])
    await admin.call('dataInterfaceVariate.delete', { id: copy })
    expect((await admin.call('dataInterfaceVariate.selector')).list).toHaveLength(1)
    expect(await refusal(admin.call('dataInterfaceVariate.create', variate))).toMatchObject({
      errors: [{ path: 'fullName', message: '名称已存在' }],
    })
  })
})

describe('keeping data interfaces', () => {
  it('is for administrators; choosing them for anybody signed in', async () => {
    for (const name of ['list', 'info', 'delete', 'setState', 'copy', 'export', 'log'] as const)
      expect(await operator.envelope(`dataInterface.${name}`, { id: 'materials' })).toMatchObject({
        code: 403,
      })
    expect(await operator.envelope('dataInterfaceVariate.selector')).toMatchObject({ code: 403 })
    const { list } = await operator.call('dataInterface.getList', { keyword: '物料' })
    expect(list).toMatchObject([{ id: 'materials', fullName: '物料列表', type: 2, parameterJson: '[]' }])
    const tree = await operator.call('dataInterface.selector', { keyword: '物料' })
    expect(tree.list).toMatchObject([{ categoryId: '0', children: [{ id: 'materials', categoryId: '1' }] }])
    expect(await server.stranger.envelope('dataInterface.preview', { id: 'materials' })).toMatchObject({
      code: 600,
    })
  })

  it('disables and enables; a disabled one says so', async () => {
    const id = await make({ type: INTERFACE_TYPE.static, config: { staticData: [{ id: 1 }] } })
    await admin.call('dataInterface.setState', { id })
    expect(await refusal(operator.call('dataInterface.preview', { id }))).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^数据接口“接口interface\d+”已停用$/),
    })
    const listed = await operator.call('dataInterface.getList', { pageSize: 1000 })
    expect(listed.list.map((entry) => entry.id)).not.toContain(id)
    await admin.call('dataInterface.setState', { id })
    expect(await operator.call('dataInterface.preview', { id })).toEqual([{ id: 1 }])
    await admin.call('dataInterface.delete', { id })
    expect(await operator.envelope('dataInterface.preview', { id })).toMatchObject({ code: 404 })
  })

  it.each([
    ['a code that is taken', () => body({ type: 2, config: { staticData: [] } }, 'materials'), 'enCode'],
    [
      'rows that are none',
      () => body({ type: 2, config: { staticData: [1] } }),
      'dataConfigJson.staticData.0',
    ],
    ['no statement', () => body({ type: 1, config: {} }), 'dataConfigJson'],
    ['no address', () => body({ type: 3, config: { url: 'file:///etc/passwd' } }), 'dataConfigJson.url'],
    [
      'a parameter without a name',
      () => body({ type: 2, config: { staticData: [] }, params: [{}] }),
      'parameterJson.0',
    ],
  ])('refuses %s with the place', async (_, draft, path) => {
    expect(await refusal(admin.call('dataInterface.create', draft() as never))).toMatchObject({
      code: 400,
      errors: [{ path }],
    })
  })

  it('logs who ran what, how long, how many rows and why not', async () => {
    const id = await makeSql('select 1 / {by} as result', [{ field: 'by', dataType: 'int' }])
    await operator.call('dataInterface.preview', { id, paramList: [param('by', 1)] })
    await refusal(operator.call('dataInterface.preview', { id, paramList: [param('by', 0)] }))
    const { list, pagination } = await admin.call('dataInterface.log', { id })
    expect(pagination.total).toBe(2)
    const runs = [...list].sort((a, b) => b.rows - a.rows)
    expect(runs).toMatchObject([
      { userName: expect.stringMatching(/./), rows: 1, error: '' },
      { rows: 0, error: 'division by zero' },
    ])
    await server.sql(
      "update data_interface_run set at = now() - interval '31 days' where row_count = 1 and interface_id = $1",
      [id],
    )
    const db = new Kysely<never>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: server.databaseUrl }) }),
    })
    await removeOldRuns(db as never)
    await db.destroy()
    expect((await admin.call('dataInterface.log', { id })).pagination.total).toBe(1)
  })
})
