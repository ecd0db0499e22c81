import { read } from '@e965/xlsx'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { bookOf, type Line, opened, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Row = Record<string, unknown> & { errors: { path: string; message: string }[]; errorsInfo: string }

const PATH = '/api/permission/Users/Uploader'
const FARM = '绿源农业集团/绿源高标准农田示范区'
const PATROLS = `${FARM}/灌溉运维部`

let server: TestServer
let admin: TestClient
let clerk: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const { id, client } = await personOf(server, 'transfer-clerk')
  clerk = client
  await server.sql(`insert into role (id, en_code, full_name) values ('transfers', 'transfers', '"进出"')`)
  await server.sql(`insert into user_role values ($1, 'transfers')`, [id])
})
afterAll(() => server.close())

const saved = async (url: string) => new Uint8Array(await (await server.stranger.fetch(url)).arrayBuffer())
const send = async (lines: readonly Line[], who = admin) =>
  (await sendFile(who, PATH, bookOf(lines))).data.name
const preview = async (lines: readonly Line[], who = admin) => {
  const answer = await who.call('users.importPreview', { fileName: await send(lines, who) })
  return answer.dataRow as Row[]
}
const imported = (list: unknown, who = admin) => who.call('users.importData', { list: list as never })
const exported = async (query: Record<string, unknown>, who = admin) =>
  opened(await saved((await who.call('users.exportExcel', query)).url))
const grant = (buttons: string[]) =>
  server.server.services.rights.grant('transfers', 'permission.user', { buttons })
const pathsOf = (row: Row | undefined) => row?.errors.map(({ path }) => path)

describe('a template', () => {
  it('has the columns of a person, without a password, and says what may be written', async () => {
    const { url, name } = await admin.call('users.importTemplate')
    expect(name).toBe('用户_导入模板.xlsx')
    const bytes = await saved(url)
    const { rows, notes } = opened(bytes)
    expect(rows[0]).toHaveLength(27)
    expect(rows[1]?.slice(0, 3)).toEqual(['示例：示例账号', '示例姓名', '男'])
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    expect(sheet).toContain('<formula1>&quot;男,女,保密,未知&quot;</formula1>')
    expect(rows[0]).toEqual(expect.arrayContaining(['账号', '姓名', '民族', '证件号码', '紧急联系电话']))
    expect(rows[0]?.join()).not.toContain('密码')
    expect(notes['A1']).toBe('必填')
    expect(notes['C1']).toBe('可选：男、女、保密、未知')
  })
})

describe('a preview', () => {
  const HEADS: Line = [
    '账号',
    '姓名',
    '所属组织',
    '岗位',
    '角色',
    '直属主管',
    '证件类型',
    '证件号码',
    '出生年月',
    '民族',
  ]

  it('reads names, codes and paths, choices and days', async () => {
    const [row] = await preview([
      HEADS,
      [
        'in-1',
        '甲',
        PATROLS,
        `${PATROLS}/巡田员`,
        '',
        '王小田/operator',
        '居民身份证',
        '65230119900307123x',
        '1990/3/7',
        '56',
      ],
    ])
    expect(row?.errors).toEqual([])
    expect(await imported([row])).toMatchObject({ snum: 1, fnum: 0 })
    const { list } = await admin.call('users.list', { keyword: 'in-1' })
    expect(await admin.call('users.read', { id: list[0]?.id ?? '' })).toMatchObject({
      organizeIds: ['demo-irrigation'],
      positionIds: ['demo-patrol'],
      managerName: '王小田',
      certificatesNumber: '65230119900307123X',
      nation: 'nation.56',
      birthday: new Date('1990-03-07T00:00:00+08:00').getTime(),
      hasPassword: 0,
    })
  })

  it('tells in each cell what is wrong: names of several or of nothing, what a save refuses, accounts that are taken', async () => {
    await server.sql(
      `insert into user_account (id, account, real_name) values ('t1', 'twin1', '双胞胎'), ('t2', 'twin2', '双胞胎')`,
    )
    const rows = await preview([
      HEADS,
      ['bad 1', '', '无此组织', '巡田员', '', '双胞胎', '居民身份证', '12', '昨天', '外星族'],
      ['operator', '乙', PATROLS, '', '', 'twin2', '', '', '', ''],
      ['in-2', '丙', PATROLS, `${FARM}/物资采购部/采购员`, '', '', '', '', '', ''],
      ['IN-2', '丁', PATROLS, '', '', '', '居民身份证', '12', '', ''],
    ])
    expect(pathsOf(rows[0])?.toSorted()).toEqual([
      ...['account', 'birthday', 'managerId', 'nation', 'organizeIds', 'positionIds', 'realName'],
    ])
    const messages = rows[0]?.errors.map(({ message }) => message)
    expect(messages).toContain('“双胞胎”不止一个，请写编码或完整路径')
    expect(messages).toContain('“巡田员”不止一个，请写编码或完整路径')
    expect(rows[1]?.errors).toEqual([{ path: 'account', message: '账号已存在' }])
    expect(rows[2]?.errors).toEqual([{ path: 'positionIds', message: '该岗位不属于所选组织' }])
    expect(pathsOf(rows[3])).toEqual(['certificatesNumber', 'account'])
    expect(rows[3]?.errorsInfo).toContain('证件号码')
    // What is refused comes back as a file, and is in none of the tables.
    const answer = await imported(rows)
    expect(answer).toMatchObject({ snum: 0, fnum: 4, resultType: 1 })
    const { url } = await admin.call('users.importExceptions', { list: answer.failResult as never })
    const { rows: lines } = opened(await saved(url))
    expect(lines[0]?.at(-1)).toBe('异常原因')
    expect(lines[2]?.at(-1)).toBe('账号已存在')
  })

  it('takes spreadsheets of less than 500 KB alone, with rows in them, of who sends them', async () => {
    const large = new Uint8Array(500 * 1024)
    large.set(bookOf([HEADS]))
    expect((await sendFile(admin, PATH, large)).msg).toBe('文件大小不能超过500KB')
    expect((await sendFile(admin, PATH, new TextEncoder().encode('账号,姓名'))).msg).toBe(
      '只能导入 xls、xlsx 格式的文件',
    )
    const fileName = await send([HEADS])
    expect((await admin.envelope('users.importPreview', { fileName })).msg).toBe('导入数据为空')
    await grant(['btn_upload'])
    expect((await clerk.envelope('users.importPreview', { fileName })).msg).toBe('请先上传文件')
    expect((await admin.envelope('users.importData', { list: [] })).msg).toBe('导入数据为空')
  })
})

describe('an import', () => {
  it('takes no member that is none of its columns, from whoever forges one', async () => {
    const forged = { account: 'forged', realName: '假', organizeIds: PATROLS, isAdministrator: '1' }
    const answer = await imported([
      forged,
      { ...forged, account: 'forged-2', isAdministrator: '', password: 'x' },
    ])
    expect(answer.failResult.map((row) => pathsOf(row as Row))).toEqual([['isAdministrator'], ['password']])
  })

  it('is in once however often it is sent, each person in the audit', async () => {
    const rows = await preview([
      ['账号', '姓名', '所属组织'],
      ['once-1', '一', 'demo-irrigation'],
      ['once-2', '二', 'demo-irrigation'],
    ])
    expect(await imported(rows)).toMatchObject({ snum: 2, fnum: 0 })
    expect(await imported(rows)).toMatchObject({ snum: 2, fnum: 0 })
    expect((await admin.call('users.list', { keyword: 'once-' })).pagination.total).toBe(2)
    const audited = await server.sql(
      `select from audit where action = 'users.create' and after ->> 'account' like 'once-%'`,
    )
    expect(audited).toHaveLength(2)
  })

  it('gives nobody more than the importer has', async () => {
    await grant(['btn_upload'])
    await server.sql(`insert into role (id, en_code, full_name) values ('more', 'more', '"更多"')`)
    await server.server.services.rights.grant('more', 'system.dictionary', 'all')
    const row = (account: string, roleIds: string) => ({
      ...{ account, realName: '人', organizeIds: 'demo-office', roleIds },
    })
    const rows = [row('gift-1', 'more'), row('gift-2', 'more'), row('gift-3', '')]
    const answer = await imported(rows, clerk)
    expect(answer).toMatchObject({ snum: 1, fnum: 2 })
    expect(answer.failResult.map(({ errorsInfo }) => errorsInfo)).toEqual([
      '该账号的权限高于您',
      '该账号的权限高于您',
    ])
  })
})

describe('an export', () => {
  it('says what the list finds, of its page or all of it, in the columns that are asked for', async () => {
    const { list, pagination } = await admin.call('users.list', { organizeId: 'demo-farm', pageSize: 3 })
    const query = { organizeId: 'demo-farm', pageSize: 3, selectKey: 'account,organizeIds' }
    const { rows } = await exported(query)
    expect(rows.map(([account]) => account)).toEqual(['账号', ...list.map(({ account }) => account)])
    expect(rows[1]?.[1]).toBe(list[0]?.organize)
    expect((await exported({ ...query, dataType: 1 })).rows).toHaveLength(pagination.total + 1)
    expect(await admin.envelope('users.exportExcel', { selectKey: 'password_hash' })).toMatchObject({
      code: 400,
    })
  })

  it('writes texts that look like formulas as texts', async () => {
    await admin.call('users.create', {
      ...{ account: 'formula', realName: '=1+1', organizeIds: ['demo-irrigation'] },
      postalAddress: '@SUM(A1)',
    })
    const { url } = await admin.call('users.exportExcel', { keyword: 'formula' })
    const { Sheets, SheetNames } = read(await saved(url))
    const sheet = Sheets[SheetNames[0] ?? ''] ?? {}
    expect(sheet['B2']).toMatchObject({ t: 's', v: '=1+1' })
    expect(Object.values(sheet).some((cell) => (cell as { f?: string }).f !== undefined)).toBe(false)
  })

  it('comes in again as it went out, a thousand people in seconds', { timeout: 60_000 }, async () => {
    const lines = Array.from({ length: 1_000 }, (_, at): Line => {
      const no = String(at).padStart(4, '0')
      return [
        ...[`mass-${no}`, `=人${no}`, at % 2 ? '男' : '女', PATROLS, `${PATROLS}/巡田员`, 'operator', '初级'],
        ...['汉族', `139${no}${no}`, '2020-02-29', '@地址', '一线'],
      ]
    })
    const heads = [
      '账号',
      '姓名',
      '性别',
      '所属组织',
      '岗位',
      '直属主管',
      '职级',
      '民族',
      '手机号',
      '入职日期',
      '通讯地址',
      '籍贯',
    ]
    const began = performance.now()
    const rows = await preview([heads, ...lines])
    const judged = performance.now()
    expect(rows.flatMap(({ errors }) => errors)).toEqual([])
    expect(await imported(rows)).toMatchObject({ snum: 1_000, fnum: 0 })
    const ended = performance.now()
    // Both are below five seconds on a machine of its own; here others are busy too.
    expect(judged - began).toBeLessThan(15_000)
    expect(ended - judged).toBeLessThan(25_000)
    const query = { keyword: 'mass-', dataType: 1, sidx: 'account', sort: 'asc' }
    const first = await admin.call('users.exportExcel', query)
    const bytes = await saved(first.url)
    const before = opened(bytes).rows
    expect(before).toHaveLength(1_001)
    const entry = read(bytes, { cellNF: true }).Sheets['用户']?.['Q2']
    expect(entry).toMatchObject({ t: 'n', z: 'yyyy-mm-dd', w: '2020-02-29' })
    await server.sql(`delete from user_account where account like 'mass-%'`)
    const { data } = await sendFile(admin, PATH, bytes)
    const { dataRow, fnum } = await admin.call('users.importPreview', { fileName: data.name })
    expect(fnum).toBe(0)
    expect(await imported(dataRow)).toMatchObject({ snum: 1_000, fnum: 0 })
    expect((await exported(query)).rows).toEqual(before)
  })
})

it('each needs its button, and the right that is gone ends it', async () => {
  const calls = ['importTemplate', 'importCheck', 'importData', 'importExceptions'] as const
  const refused = { code: 403 }
  await server.sql(`delete from permission_grant where code in ('btn_upload', 'btn_download')`)
  await grant(['btn_download'])
  for (const call of calls) expect(await clerk.envelope(`users.${call}`, { list: [] })).toMatchObject(refused)
  expect((await sendFile(clerk, PATH, bookOf([['账号']]))).code).toBe(403)
  expect(await clerk.envelope('users.exportExcel', {})).toMatchObject({ code: 200 })
  await server.sql(`delete from permission_grant where code in ('btn_upload', 'btn_download')`)
  await grant(['btn_upload'])
  expect(await clerk.envelope('users.exportExcel', {})).toMatchObject(refused)
  expect(await clerk.envelope('users.importTemplate', {})).toMatchObject({ code: 200 })
})
