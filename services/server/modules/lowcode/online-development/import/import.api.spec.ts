import { personOf } from '@services/server/modules/field/project/specs/farm'
import { bookOf, type Line, opened, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, release, table } from '../specs/models'

type Json = Record<string, unknown>
type Row = Json & { errors: { path: string; message: string }[]; errorsInfo: string; importId: string }

let server: TestServer
let admin: TestClient
let person: TestClient
let personId: string
let modelId: string

const PATH = '/api/visualdev/OnlineDev/Uploader'
const HEADS: Line = ['编号', '名称', '数量', '日期', '类别', '负责人', '部门', '明细', '']
const BELOW: Line = ['', '', '', '', '', '', '', '物料', '件数']
const labelled = (jnpfKey: string, name: string, label: string, config: Json = {}, more: Json = {}) =>
  field(jnpfKey, name, { label, ...config }, more)

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const made = await personOf(server, 'importer')
  person = made.client
  personId = made.id
  await server.sql(`insert into role (id, en_code, full_name) values ('imports', 'imports', '"导入"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'imports')`, [made.id])
  modelId = await release(admin, {
    enCode: 'imported',
    fields: [
      field('billRule', 'no', { label: '单号', rule: 'purchaseOrder' }),
      labelled('input', 'code', '编号', { unique: true, required: true }),
      labelled('input', 'name', '名称'),
      labelled('inputNumber', 'amount', '数量', {}, { min: 0, max: 100 }),
      labelled('datePicker', 'day', '日期', {}, { format: 'yyyy-MM-dd' }),
      labelled('select', 'kind', '类别', { dataType: 'static' }, choices('a', 'b')),
      labelled('userSelect', 'owner', '负责人'),
      labelled('depSelect', 'unit', '部门'),
      {
        ...table('items', [labelled('input', 'part', '物料'), labelled('inputNumber', 'count', '件数')]),
        __config__: {
          jnpfKey: 'table',
          label: '明细',
          span: 24,
          children: [labelled('input', 'part', '物料'), labelled('inputNumber', 'count', '件数')],
        },
      },
      labelled('input', 'secret', '密码', {}, { showPassword: true }),
      labelled('input', 'closed', '内部'),
    ],
    columns: ['code', 'name'],
    list: {
      useBtnPermission: true,
      useFormPermission: true,
      btnsList: [{ value: 'add' }, { value: 'upload' }],
    },
  })
})
afterAll(() => server.close())

const send = async (lines: readonly Line[], who = admin) =>
  (await sendFile(who, PATH, bookOf(lines))).data.name
const preview = async (lines: readonly Line[], who = admin, model = modelId) =>
  who.call('onlineDevelopment.importPreview', { modelId: model, fileName: await send(lines, who) })
const imported = (list: unknown, who = admin, more: Json = {}) =>
  who.call('onlineDevelopment.importData', { modelId, list: list as never, ...more })
const stored = (model = modelId) =>
  server.sql<{ data: Json; sub_tables: Json }>(
    'select data, sub_tables from record where model_id = $1 and deleted_at is null order by created_at, id',
    [model],
  )
const rowsOf = (answer: { dataRow: unknown[] }) => answer.dataRow as Row[]
const grant = (buttons: string[], fields: string[]) =>
  server.server.services.rights.grant('imports', `model-${modelId}`, { buttons, fields, columns: [] })

describe('the template', () => {
  it('has the fields that may be filled in, sub-tables over their columns, and says what may be written', async () => {
    const { url, name } = await admin.call('onlineDevelopment.importTemplate', { modelId })
    expect(name).toBe('imported_导入模板.xlsx')
    const { rows, notes } = opened(new Uint8Array(await (await server.stranger.fetch(url)).arrayBuffer()))
    expect(rows[0]).toEqual([...HEADS.slice(0, 8), '明细', '内部'])
    expect(rows[1]?.slice(7, 9)).toEqual(['物料', '件数'])
    expect(notes['A1']).toBe('必填')
    expect(notes['D1']).toBe('格式：yyyy-MM-dd')
    expect(notes['E1']).toBe('可选：名称a、名称b')
    const { headerRow } = await preview([['编号'], ['t']])
    expect(headerRow.map(({ id }) => id)).toEqual([
      'code',
      'name',
      'amount',
      'day',
      'kind',
      'owner',
      'unit',
      'items',
      'closed',
    ])
    expect(headerRow[7]).toMatchObject({ jnpfKey: 'table', children: [{ id: 'part' }, { id: 'count' }] })
  })
})

describe('a preview', () => {
  it('reads cells as people write them and judges rows as a save does', async () => {
    const answer = await preview([
      HEADS,
      BELOW,
      ['001', '=1+1', 5, { t: 'n', v: 46000, z: 'yyyy/mm/dd' }, '名称b', '管理员', '', '管道', 3],
      [null, null, null, null, null, null, null, '阀门', 4],
      [{ t: 'n', v: 7, z: '00000' }, '@x', '12', '2026-11-21', 'a', 'admin', '', '', ''],
      ['', 'no code', 500, 'yesterday', '名称z', 'nobody', '', '', 'many'],
      ['005', '', { t: 'n', f: 'A1+1' } as never, 46000, '', '', '', '', ''],
      ['001', '', { t: 'e', v: 42 }, '', '', '', '', '', ''],
    ])
    const [one, two, bad, formula, twice] = rowsOf(answer)
    expect(one).toMatchObject({
      ...{ code: '001', name: '=1+1', amount: '5', day: '2025-12-09', kind: '名称b', owner: '管理员' },
      ...{
        items: [
          { part: '管道', count: '3' },
          { part: '阀门', count: '4' },
        ],
        errors: [],
        errorsInfo: '',
      },
    })
    expect(two).toMatchObject({ code: '00007', amount: '12', errors: [] })
    const paths = (row: Row | undefined) => row?.errors.map(({ path }) => path).toSorted()
    expect(paths(bad)).toEqual(['amount', 'code', 'day', 'items.0.count', 'kind', 'owner'])
    expect(bad?.errorsInfo).toContain('“nobody”')
    expect(formula?.day).toBe('2025-12-09')
    expect(paths(formula)).toEqual(['amount'])
    expect(paths(twice)).toEqual(['amount', 'code'])
    expect(answer.fnum).toBe(3)
    expect(await stored()).toEqual([])
  })

  it('takes of a number in a column of texts its digits, and says so where the file has lost some', async () => {
    const code = (v: number, z?: string) => [
      { t: 'n', v, ...(z && { z }) } as never,
      'n',
      5,
      '',
      '',
      '',
      '',
      '',
      '',
    ]
    const answer = await preview([
      HEADS,
      BELOW,
      code(862_345_678_901_234),
      code(13_912_345_678, '0.00E+00'),
      code(430_102_199_001_011_000, '0'),
      ['4.30102E+17', 'n', 5, '', '', '', '', '', ''],
      ['430102199001011234', 'n', 5, '', '', '', '', '', ''],
    ])
    const rows = rowsOf(answer)
    expect(rows.map((row) => row?.['code'])).toEqual([
      ...['862345678901234', '13912345678', '4.30102199001011E+17', '4.30102E+17', '430102199001011234'],
    ])
    expect(rows.map((row) => row?.errorsInfo.includes('电子表格缩写'))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
  })

  it('never guesses who is meant', async () => {
    await server.sql(
      `insert into user_account (id, account, real_name, status) values ('t1', 'twin1', '双胞胎', 1), ('t2', 'twin2', '双胞胎', 1)`,
    )
    const [name, code, both] = rowsOf(
      await preview([
        ['编号', '负责人'],
        ['n1', '双胞胎'],
        ['n2', 'twin2'],
        ['n3', '双胞胎/twin1'],
      ]),
    )
    expect(name?.errors).toEqual([{ path: 'owner', message: '“双胞胎”不止一个，请写编码或完整路径' }])
    expect([code?.errors, both?.errors]).toEqual([[], []])
  })

  it('refuses a number whose last digits the book has lost, by its column', async () => {
    await expect(
      preview([HEADS, BELOW, ['1', 'n', 2 ** 60, null, null, null, null, null, null]]),
    ).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('“数量”列的数字 1152921504606846976'),
    })
  })

  it('refuses columns that it does not have, by their names, and files without any', async () => {
    const refused = async (lines: readonly Line[], who = admin) =>
      who.envelope('onlineDevelopment.importPreview', { modelId, fileName: await send(lines, who) })
    expect(
      (
        await refused([
          ['编号', '单号', '别的'],
          ['1', '2', '3'],
        ])
      ).msg,
    ).toBe('这些列不能导入：单号、别的，请使用下载的模板')
    expect(
      (
        await refused([
          ['x', 'y'],
          ['1', '2'],
        ])
      ).msg,
    ).toBe('没有找到模板的表头，请使用下载的模板')
    expect((await refused([HEADS, BELOW])).msg).toBe('导入数据为空')
    const many = [['编号'], ...Array.from({ length: 1001 }, (_, at) => [`m${at}`])]
    expect((await refused(many)).msg).toBe('一次最多导入 1000 条数据')
    expect(rowsOf(await preview(many.slice(0, 1001)))).toHaveLength(1000)
  })

  it('reads heads that are merged, repeated or in one line, and old workbooks', async () => {
    const merged = bookOf(
      [
        ['标题', '', ''],
        ['编号', '明细', ''],
        ['', '物料', '件数'],
        ['h1', 'p', 1],
        ['', 'q', 2],
      ],
      'biff8',
      ['A1:C1', 'A2:A3', 'B2:C2'],
    )
    const { data } = await sendFile(admin, PATH, merged, 'old.xls')
    const [row] = rowsOf(
      await admin.call('onlineDevelopment.importPreview', { modelId, fileName: data.name }),
    )
    expect(row).toMatchObject({
      code: 'h1',
      items: [
        { part: 'p', count: '1' },
        { part: 'q', count: '2' },
      ],
    })
    const [flat] = rowsOf(
      await preview([
        ['*编号', '明细-物料'],
        ['h2', 'p'],
      ]),
    )
    expect(flat).toMatchObject({ code: 'h2', items: [{ part: 'p' }] })
  })
})

describe('a file', () => {
  it('is a spreadsheet of less than 500 KB without programs', async () => {
    const exact = (size: number) => {
      const bytes = new Uint8Array(size)
      bytes.set(bookOf([['编号'], ['1']]))
      return bytes
    }
    expect((await sendFile(admin, PATH, exact(500 * 1024 + 1))).msg).toBe('文件大小不能超过500KB')
    expect((await sendFile(admin, PATH, exact(500 * 1024))).msg).toBe('文件大小不能超过500KB')
    expect((await sendFile(admin, PATH, exact(3 * 2 ** 20))).code).toBe(400)
    expect((await sendFile(admin, PATH, new TextEncoder().encode('a,b\n1,2'))).msg).toBe(
      '只能导入 xls、xlsx 格式的文件',
    )
    expect((await sendFile(admin, PATH, bookOf([['编号']]), 'rows.exe')).code).toBe(400)
    const refusalOf = async (bytes: Uint8Array) => {
      const { data } = await sendFile(admin, PATH, bytes)
      return (await admin.envelope('onlineDevelopment.importPreview', { modelId, fileName: data.name })).msg
    }
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(100 * 2 ** 20) }, { level: 9 })
    expect(bomb.length).toBeLessThan(500 * 1024)
    expect(await refusalOf(bomb)).toBe('文件内容过大，最多 200 列')
    expect(await refusalOf(zipSync({ 'xl/vbaProject.bin': new Uint8Array(10) }))).toBe(
      '含有宏的文件不能导入，请另存为不含宏的 xlsx',
    )
    expect(await refusalOf(zipSync({ 'a.txt': new Uint8Array(10) }))).toBe(
      '文件无法读取，请用电子表格软件另存为 xlsx 后重试',
    )
  })

  it('is its sender’s alone', async () => {
    await grant(['btn_upload'], ['code', 'name'])
    const fileName = await send([['编号'], ['x1']], admin)
    for (const name of [fileName, '0'.repeat(32)])
      expect(
        await person.envelope('onlineDevelopment.importPreview', { modelId, fileName: name }),
      ).toMatchObject({ code: 400, msg: '请先上传文件' })
  })
})

describe('an import', () => {
  it('keeps what is good as saves do, and gives back the rest', async () => {
    const rows = rowsOf(
      await preview([
        HEADS,
        BELOW,
        ['0001', '=cmd', 5, '2026-11-21', '名称a', 'admin', '', '管道', 3],
        ['0002', '', 500, '', '', '', '', '', ''],
        ['0003', '', 1, '', '', '', '', '', ''],
      ]),
    )
    const answer = await imported(rows)
    expect(answer).toMatchObject({ snum: 2, fnum: 1, resultType: 1, isCancelled: 0 })
    const [failed] = answer.failResult as Row[]
    expect(failed).toMatchObject({ code: '0002', amount: '500' })
    const [one, three] = (await stored()).map((row) => ({ ...row.data, ...row.sub_tables }) as Json)
    expect(one).toMatchObject({ code: '0001', name: '=cmd', amount: 5, kind: 'a' })
    expect(one?.['items']).toMatchObject([{ part: '管道', count: 3 }])
    expect(typeof one?.['day']).toBe('number')
    expect([one?.['no'], three?.['no']].every((no) => typeof no === 'string' && no !== '')).toBe(true)
    expect(one?.['no']).not.toBe(three?.['no'])
    // What was corrected goes in, what is in stays as it is: whoever repeats it doubles nothing.
    const again = await imported([...rows.filter(({ code }) => code !== '0002'), { ...failed, amount: '50' }])
    expect(again).toMatchObject({ snum: 3, fnum: 0, resultType: 0 })
    expect(await stored()).toHaveLength(3)
    const other = await imported([{ ...rows[0], name: 'other' }])
    expect(other.failResult).toMatchObject([{ errorsInfo: '文件的这一行已经导入过' }])
    const { url } = await admin.call('onlineDevelopment.importExceptions', {
      modelId,
      list: answer.failResult as never,
    })
    const sheet = opened(new Uint8Array(await (await server.stranger.fetch(url)).arrayBuffer()))
    expect(sheet.rows[0]?.at(-1)).toBe('异常原因')
    expect(sheet.rows[2]?.[0]).toBe('0002')
    expect(sheet.rows[2]?.at(-1)).toContain('数量')
    expect(new Set(Object.values(sheet.types))).not.toContain('n')
  })

  it('takes nothing where there is nothing', async () => {
    expect(await admin.envelope('onlineDevelopment.importData', { modelId, list: [] })).toMatchObject({
      code: 400,
      msg: '导入数据为空',
    })
  })

  it('of a model with a flow needs one', async () => {
    await server.sql('update model set enable_flow = 1 where id = $1', [modelId])
    try {
      expect(
        await admin.envelope('onlineDevelopment.importData', { modelId, list: [{ code: 'f1' }] }),
      ).toMatchObject({ code: 400, msg: '流程不存在' })
      await server.sql(
        `insert into flow_template (id, full_name, en_code, model_id) values ('f', 'f', 'f', $1)`,
        [modelId],
      )
      expect(await imported([{ code: 'f1' }])).toMatchObject({ snum: 1 })
    } finally {
      await server.sql('update model set enable_flow = 0 where id = $1', [modelId])
    }
  })

  it('writes no field that is closed to its person, in a file or forged', async () => {
    await grant(['btn_upload'], ['code', 'name'])
    const refused = await person.envelope('onlineDevelopment.importPreview', {
      modelId,
      fileName: await send(
        [
          ['编号', '内部'],
          ['c1', 'x'],
        ],
        person,
      ),
    })
    expect(refused.msg).toBe('这些列不能导入：内部，请使用下载的模板')
    const forged = await imported(
      [{ code: 'c2', closed: 'x' }, { code: 'c3', no: 'own' }, { code: 'c4', secret: 's' }, { code: 'c5' }],
      person,
    )
    expect(forged).toMatchObject({ snum: 1, fnum: 3 })
    const kept = (await stored()).filter(({ data }) => String(data['code']).startsWith('c'))
    expect(kept.map(({ data }) => [data['code'], data['closed'] ?? null])).toEqual([['c5', null]])
  })

  it('is refused as soon as the right is gone', async () => {
    await grant(['btn_upload'], ['code', 'name'])
    const rows = rowsOf(await preview([['编号'], ['r1']], person))
    await server.sql(`delete from permission_grant where code = 'btn_upload'`)
    for (const call of ['importData', 'importCheck', 'importExceptions'] as const)
      expect(
        await person.envelope(`onlineDevelopment.${call}`, { modelId, list: rows as never }),
      ).toMatchObject({ code: 403 })
    expect(await person.envelope('onlineDevelopment.importTemplate', { modelId })).toMatchObject({
      code: 403,
    })
    expect((await stored()).some(({ data }) => data['code'] === 'r1')).toBe(false)
  })

  it('is in once where two send it at the same time', async () => {
    const rows = rowsOf(await preview([['编号'], ...Array.from({ length: 250 }, (_, at) => [`two-${at}`])]))
    const backwards = rows.toReversed()
    const [one, other] = await Promise.all([imported(rows), imported(backwards)])
    expect([one.fnum, other.fnum]).toEqual([0, 0])
    expect((await stored()).filter(({ data }) => String(data['code']).startsWith('two-'))).toHaveLength(250)
  })

  it('judges a corrected row by itself', async () => {
    const check = (row: Json) =>
      admin.call('onlineDevelopment.importCheck', { modelId, list: [row] as never })
    const [bad] = (await check({ code: '', amount: '5' })).list as Row[]
    expect(bad?.errors.map(({ path }) => path)).toEqual(['code'])
    const [good] = (await check({ code: 'checked', amount: '5' })).list as Row[]
    expect(good?.errors).toEqual([])
  })
})

describe('an import that also changes', () => {
  it('changes the record that has the unique value, and nothing of it that the row does not say', async () => {
    const own = await release(admin, {
      enCode: 'changed',
      fields: [
        labelled('input', 'code', '编号', { unique: true }),
        labelled('input', 'name', '名称'),
        labelled('input', 'note', '备注'),
      ],
      columns: ['code'],
      list: {
        btnsList: [{ value: 'upload' }],
        uploaderTemplateJson: { dataType: '2', selectKey: ['code', 'name'] },
      },
    })
    await admin.call('onlineDevelopment.create', {
      modelId: own,
      data: { code: 'k', name: 'old', note: 'stays' } as never,
    })
    const { headerRow, dataRow } = await preview(
      [
        ['编号', '名称'],
        ['k', 'new'],
        ['l', 'made'],
      ],
      admin,
      own,
    )
    expect(headerRow.map(({ id }) => id)).toEqual(['code', 'name'])
    expect(
      await admin.call('onlineDevelopment.importData', { modelId: own, list: dataRow as never }),
    ).toMatchObject({ snum: 2, fnum: 0 })
    expect((await stored(own)).map(({ data }) => [data['code'], data['name'], data['note'] ?? null])).toEqual(
      [
        ['k', 'new', 'stays'],
        ['l', 'made', null],
      ],
    )
    expect(personId).not.toBe('')
  })
})
