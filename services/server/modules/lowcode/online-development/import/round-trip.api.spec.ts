import { read } from '@e965/xlsx'
import { bookOf, opened, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { catalogue } from '@widgets/definitions'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyWidget } from '../specs/every-widget'
import { choices, field, release, table } from '../specs/models'

type Json = Record<string, unknown>

/** Files are none of a spreadsheet's; of the others every kind is among the records. */
const FILES: ReadonlySet<string> = new Set(['uploadFile', 'uploadImg'])
const cases = everyWidget.filter(({ key }) => !FILES.has(key))
const inRows = cases.filter(({ key }) => catalogue.byJnpfKey(key)?.notInTable !== true)
/** What only lists of their own show. */
const listed = cases.filter(({ key }) => catalogue.byJnpfKey(key)?.notInList !== true)
const fieldsOf = (all: typeof cases) =>
  all.map(({ key, name, config, members }) =>
    field(key, name, { label: `标签${name}`, ...config }, { ...members }),
  )
const recordOf = (all: typeof cases) => Object.fromEntries(all.map(({ name, value }) => [name, value]))

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const PATH = '/api/visualdev/OnlineDev/Uploader'
const fetched = async (url: string) => new Uint8Array(await (await server.stranger.fetch(url)).arrayBuffer())
const create = (modelId: string, data: Json) =>
  admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify(data) })
const exported = async (modelId: string, more: Json = {}) =>
  fetched((await admin.call('onlineDevelopment.export', { modelId, dataType: 1, ...more })).url)
const template = async (modelId: string) =>
  fetched((await admin.call('onlineDevelopment.importTemplate', { modelId })).url)
const preview = async (modelId: string, bytes: Uint8Array) => {
  const { data } = await sendFile(admin, PATH, bytes)
  return admin.call('onlineDevelopment.importPreview', { modelId, fileName: data.name })
}
const stored = async (modelId: string) =>
  (
    await server.sql<{ data: Json; sub_tables: Json }>(
      'select data, sub_tables from record where model_id = $1 and deleted_at is null order by created_at, id',
      [modelId],
    )
  ).map(({ data, sub_tables }) => ({ ...data, ...sub_tables }) as Json)
/** Exports a model's records, deletes them and imports the file: what is kept then. */
async function roundTrip(modelId: string, more: Json = {}) {
  const bytes = await exported(modelId, { sidx: 'code', sort: 'asc', ...more })
  const before = await stored(modelId)
  await server.sql('delete from record where model_id = $1', [modelId])
  const { dataRow, fnum } = await preview(modelId, bytes)
  expect(dataRow.flatMap((row) => (row as { errors: unknown[] }).errors)).toEqual([])
  expect(fnum).toBe(0)
  expect(await admin.call('onlineDevelopment.importData', { modelId, list: dataRow as never })).toMatchObject(
    {
      snum: before.length,
      fnum: 0,
    },
  )
  return { bytes, before, after: await stored(modelId) }
}
/** Without the ids of rows, which are new ones; nothing is nothing. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, one) =>
      key === 'id' || key === '_id' ? undefined : one === '' ? null : one,
    ),
  )

describe('what an export of a list wrote', () => {
  it('is imported again as it was, whatever its widgets', async () => {
    const modelId = await release(admin, {
      enCode: 'everyTrip',
      fields: [
        field('billRule', 'no', { label: '单号', rule: 'purchaseOrder' }),
        field('input', 'code', { label: '编号' }),
        ...fieldsOf(cases),
        {
          ...table('items', fieldsOf(inRows)),
          __config__: { jnpfKey: 'table', label: '明细', span: 24, children: fieldsOf(inRows) },
        },
        field('createUser', 'maker', { label: '创建人' }),
        field('createTime', 'made', { label: '创建时间' }),
      ],
      columns: [
        ...['no', 'code', ...listed.map(({ name }) => name)],
        ...inRows.map(({ name }) => `items-${name}`),
        ...['maker', 'made'],
      ],
      list: {
        btnsList: [{ value: 'upload' }, { value: 'download' }],
        complexHeaderList: [{ id: 'h', fullName: '基本', childColumns: ['title', 'remark'] }],
      },
    })
    const [other] = await server.sql<{ id: string }>(
      `select id from record where model_id = 'demo-water-use' order by id limit 1`,
    )
    const related = { other: other?.id }
    expect(related.other).toBeDefined()
    await create(modelId, {
      ...{ code: '007', ...recordOf(cases), ...related },
      items: [
        { ...recordOf(inRows), ...related },
        { title: 'Beta', amount: 2 },
      ],
    })
    await create(modelId, { code: '008', amount: 9 })
    const shown = new Set(['code', 'items', ...listed.map(({ name }) => name)])
    const { bytes, before, after } = await roundTrip(modelId)
    const only = (record: Json | undefined) =>
      withoutIds(Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => shown.has(name))))
    expect(after.map(only)).toEqual(before.map(only))
    const { rows } = opened(bytes)
    expect(rows[0]).toEqual(expect.arrayContaining(['no', 'code', '基本', '明细', 'maker']))
    expect(rows.slice(2).map((row) => row[rows[0]?.indexOf('code') ?? -1])).toEqual(['007', '', '008'])
    const sheet = Object.values(read(bytes, { cellNF: true }).Sheets)[0] ?? {}
    const column = (title: string) =>
      Object.entries(sheet)
        .find(([place, cell]) => /^[A-Z]+[12]$/.test(place) && cell?.v === title)?.[0]
        .replace(/\d/, '') ?? ''
    expect(sheet[`${column('day')}3`]).toMatchObject({ t: 'n', z: 'yyyy-mm-dd', w: '2026-05-06' })
    expect(sheet[`${column('amount')}3`]).toMatchObject({
      t: 'n',
      v: 1234.5,
      z: '#,##0.00',
      w: '1,234.50',
    })
    expect(sheet[`${column('code')}3`]).toMatchObject({ t: 's', v: '007' })
  })

  it('names each by what it alone is called, under heads that are no other field’s', async () => {
    await server.sql(
      `insert into user_account (id, account, real_name, status) values ('t1', 'twin1', '双胞胎', 1), ('t2', 'twin2', '双胞胎', 1)`,
    )
    const twice = {
      options: [
        { id: 'x', fullName: '同名' },
        { id: 'y', fullName: '同名' },
      ],
      props: { label: 'fullName', value: 'id' },
    }
    const modelId = await release(admin, {
      enCode: 'twinTrip',
      fields: [
        field('input', 'code', { label: '编号' }),
        field('input', 'first', { label: '名称' }),
        field('input', 'second', { label: '别名' }),
        field('userSelect', 'owner', { label: '负责人' }, { multiple: true }),
        field('select', 'kind', { label: '类别', dataType: 'static' }, twice),
      ],
      columns: ['code', 'first', 'second', 'owner', 'kind'],
      list: {
        btnsList: [{ value: 'upload' }, { value: 'download' }],
        columnList: [
          ...['code', 'owner', 'kind'].map((prop) => ({ prop, label: `列${prop}` })),
          { prop: 'second', label: '名称' },
          { prop: 'first', label: '名称' },
        ],
      },
    })
    await create(modelId, { code: '1', first: 'a', second: 'b', owner: ['t2', 't1'], kind: 'y' })
    const { bytes, before, after } = await roundTrip(modelId)
    expect(after).toEqual(before)
    expect(opened(bytes).rows[0]).toEqual(['列code', '列owner', '列kind', '名称(second)', '名称(first)'])
    expect(opened(bytes).rows[1]?.slice(1, 3)).toEqual(['双胞胎/twin2,双胞胎/twin1', 'y'])
  })

  it('as CSV has its lines in the same shape, under one line of heads', async () => {
    const modelId = await release(admin, {
      enCode: 'csvTrip',
      fields: [
        field('input', 'code', { label: '编号' }),
        field('datePicker', 'day', { label: '日期' }, { format: 'yyyy-MM-dd' }),
        table('items', [field('input', 'part')]),
      ],
      columns: ['code', 'day', 'items-part'],
      list: { btnsList: [{ value: 'download' }] },
    })
    await create(modelId, { code: '=1', day: Date.UTC(2026, 4, 5), items: [{ part: 'p' }, { part: 'q' }] })
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      await exported(modelId, { format: 'csv' }),
    )
    expect(text).toBe("\uFEFFcode,day,items-part\r\n'=1,2026-05-05,p\r\n,,q\r\n")
  })
})

describe('a template', () => {
  it('lists choices, shows an example that an import passes over, and stays text', async () => {
    const many = choices(...Array.from({ length: 80 }, (_, at) => `no-${at}`))
    const modelId = await release(admin, {
      enCode: 'listedTrip',
      fields: [
        field('input', 'code', { label: '编号' }),
        field('inputNumber', 'amount', { label: '数量' }, { min: 20, max: 30 }),
        field('datePicker', 'day', { label: '日期' }, { format: 'yyyy-MM' }),
        field('select', 'kind', { label: '类别', dataType: 'static' }, choices('a', 'b')),
        field(
          'checkbox',
          'kinds',
          { label: '多类', dataType: 'static', defaultValue: [] },
          choices('a', 'b'),
        ),
        field('select', 'long', { label: '长', dataType: 'static' }, many),
        field('switch', 'on', { label: '开关' }),
        table('items', [field('select', 'part', { dataType: 'static' }, choices('c'))]),
      ],
      columns: ['code'],
      list: { btnsList: [{ value: 'upload' }] },
    })
    const bytes = await template(modelId)
    const { rows, notes } = opened(bytes)
    expect(rows[2]).toEqual(['示例：示例编号', '20', '2026-11', '名称a', '名称a', '名称no-0', '开', '名称c'])
    expect(notes['A3']).toContain('导入会跳过')
    const parts = unzipSync(bytes)
    const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    const rules = [...xml.matchAll(/<dataValidation ([^>]*)><formula1>(.*?)<\/formula1>/g)]
    expect(rules.map(([, words, formula]) => [/sqref="(\w+)/.exec(words ?? '')?.[1], formula])).toEqual([
      ['D3', '&quot;名称a,名称b&quot;'],
      ['E3', '&quot;名称a,名称b&quot;'],
      ['F3', "'_lists'!$A$1:$A$80"],
      ['G3', '&quot;开,关&quot;'],
      ['H3', '&quot;名称c&quot;'],
    ])
    expect(rules.map(([, words]) => words?.includes('showErrorMessage'))).toEqual([
      true,
      false,
      true,
      true,
      true,
    ])
    expect(strFromU8(parts['xl/workbook.xml'] ?? new Uint8Array())).toContain('state="hidden"')
    const order = [
      'sheetViews',
      'cols',
      'sheetData',
      'mergeCells',
      'dataValidations',
      'ignoredErrors',
      'legacyDrawing',
    ]
    expect(order.map((name) => xml.indexOf(`<${name}`))).toEqual(
      order.map((name) => xml.indexOf(`<${name}`)).toSorted((a, b) => a - b),
    )
    expect(xml).toMatch(/<col style="1" /)

    // Left there unchanged it is nobody's record; changed anywhere it is somebody's.
    const { data } = await sendFile(admin, PATH, bytes)
    expect(
      await admin.envelope('onlineDevelopment.importPreview', { modelId, fileName: data.name }),
    ).toMatchObject({
      msg: '导入数据为空',
    })
  })

  it('keeps what somebody wrote over its example', async () => {
    const modelId = await release(admin, {
      enCode: 'exampleTrip',
      fields: [field('input', 'code', { label: '编号' }), field('inputNumber', 'amount', { label: '数量' })],
      columns: ['code'],
      list: { btnsList: [{ value: 'upload' }] },
    })
    const sent = await preview(
      modelId,
      bookOf([
        ['编号', '数量'],
        ['示例：示例编号', '10'],
        ['示例：示例编号', '11'],
        ['示例编号', '10'],
      ]),
    )
    expect(sent.dataRow).toMatchObject([{ amount: '11' }, { code: '示例编号' }])
  })
})
