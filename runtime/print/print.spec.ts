import { describe, expect, it } from 'vitest'
import {
  type Approval,
  fillSheets,
  fillTemplate,
  PLAIN_PAGE,
  type Printable,
  type PrintData,
  printDocument,
  readPageParam,
  writePageParam,
} from '.'
import { allowedPrintAttribute } from './markup'

const data = (values: PrintData['values'], more: Partial<PrintData> = {}): PrintData => ({
  values,
  printer: { name: '王小田', account: 'wang' },
  printTime: Date.UTC(2026, 10, 21, 4, 5, 6),
  approvals: [],
  copy: '',
  ...more,
})
const fill = (template: string, values: PrintData['values'] = {}, more: Partial<PrintData> = {}) =>
  fillTemplate(template, data(values, more), { timeZone: 'Asia/Shanghai', text: String })

describe('a print template', () => {
  it('is filled with the texts of fields, escaped, and never filled twice', () => {
    expect(fill('<p>{name}：{ plot }</p>', { name: '<b>&', plot: '甲地块', plot_id: 'P9' })).toBe(
      '<p>&lt;b&gt;&amp;：甲地块</p>',
    )
    const rows = { t: [{ a: '{secret}' }], secret: '密' }
    expect(fill('<tr><td>{t.a}</td></tr>', rows)).toBe('<tr><td>{secret}</td></tr>')
    expect(fill('<a title="{name}">{name}</a>', { name: '甲' })).toBe('<a title="{name}">甲</a>')
  })

  it('repeats a row for each line of the sub-table that it names', () => {
    const table =
      '<table><tr><th>物料</th></tr><tr><td>{items.name}</td><td>{items-count} {no}</td></tr></table>'
    expect(fill(table, { no: 'A1', items: [{ name: '管', count: 2 }, { name: '阀' }] })).toBe(
      '<table><tr><th>物料</th></tr><tr><td>管</td><td>2 A1</td></tr><tr><td>阀</td><td> A1</td></tr></table>',
    )
    expect(fill(table, { items: [] })).toBe('<table><tr><th>物料</th></tr></table>')
  })

  it('separates thousands with the decimals that are asked for or there', () => {
    const values = { total: '1,234,567.50', total_id: 1234567.5, text: '12345.60', none: '没有' }
    expect(
      fill('{thousands(total)}|{thousands(total, 2)}|{thousands(text)}|{thousands(total,0)}', values),
    ).toBe('1,234,567.5|1,234,567.50|12,345.60|1,234,568')
  })

  it('writes amounts in capitals, and nothing for what is no number', () => {
    const values = { total: '1005.2', none: '没有', much: '1234567890123456' }
    expect(fill('{amount(total)}|{amount(much)}', values)).toBe('壹仟零伍元贰角整|金额溢出')
    expect(fill('[{amount(none)}{thousands(none)}{thousands(gone, 2)}{amount(gone)}]', values)).toBe('[]')
  })

  it.each([
    ['29 s', 29_000, '@messages.justNow'],
    ['30 s', 30_000, '@messages.minutesAgo 1'],
    ['59 min', 59 * 60_000, '@messages.minutesAgo 59'],
    ['an hour', 3_600_000, '@messages.hoursAgo 1'],
    ['a minute less than a day', 86_340_000, '@messages.hoursAgo 23'],
    ['a day', 86_400_000, '@messages.daysAgo 1'],
    ['a minute less than two days', 172_740_000, '@messages.daysAgo 1'],
    ['two days', 172_800_000, '2026-11-19'],
    ['a minute that is yet to come', -60_000, '2026-11-21'],
  ])('says how long ago something was: %s', (_name, passed, expected) => {
    const printTime = Date.UTC(2026, 10, 21, 4, 5, 6)
    const text = (key: unknown, params?: object) => [key, ...Object.values(params ?? {})].join(' ')
    const values = { at: '…', at_id: printTime - passed, none: '没有' }
    expect(fillTemplate('{ago(at)}{ago(none)}', data(values), { timeZone: 'Asia/Shanghai', text })).toBe(
      expected,
    )
  })

  it('passes over malformed places in silence', () => {
    expect(fill('a{}b{ }c{x(}d{no(such)}e{constructor(x)}f{x.y.z}g{__proto__}h{open')).toBe('abcdefgh{open')
  })

  it('knows who prints and when', () => {
    expect(fill('{systemPrinter} {systemPrintTime}')).toBe('王小田/wang 2026-11-21 12:05:06')
  })

  it('leaves codes and pictures to be drawn at their documented sizes', () => {
    const values = { no: 'A"1', pics: [{ url: '/api/file/Image/a/1.png' }, { url: 'https://spy.example/1' }] }
    expect(fill('{qrcode(no)}', values)).toBe(
      '<img data-print="qrcode" data-text="A&quot;1" data-size="265">',
    )
    expect(fill('{barcode(no)}', values)).toContain('data-size="80"')
    expect(fill('{qrcode(no, 120)}', values)).toContain('data-size="120"')
    expect(fill('{image(pics)}', values)).toBe(
      '<img data-print="image" data-text="/api/file/Image/a/1.png" data-size="100">',
    )
    expect(fill('{qrcode(gone)}{barcode(gone)}{image(no)}', values)).toBe('')
  })
})

describe('the approval table', () => {
  const step = (handleStatus: number): Approval => ({
    nodeName: '审批',
    userName: '<李>',
    handleTime: Date.UTC(2026, 0, 1),
    handleStatus,
    handleOpinion: '同意',
  })
  const columns = (html: string) =>
    [...html.matchAll(/<td style="width: 20%">(.*?)<\/td>/g)].map(([, cell]) => cell)

  it('has five columns of 20 % and a word for each code', () => {
    const cells = columns(fill('{systemApprovalContent}', {}, { approvals: [step(0)] }))
    expect(cells.slice(5)).toEqual([
      '审批',
      '&lt;李&gt;',
      '2026-01-01 08:00:00',
      '@print.action.returned',
      '同意',
    ])
    const words = Array.from({ length: 11 }, (_, code) => {
      return columns(fill('{systemApprovalContent}', {}, { approvals: [step(code)] }))[8]
    })
    const known = ['returned', 'approved', 'initiated', 'withdrawn', 'terminated', 'assigned', 'coSigned']
    known.push('transferred', 'changed', 'revived')
    expect(words).toEqual([...known.map((word) => `@print.action.${word}`), ''])
    expect(fill('{systemApprovalContent}')).toBe('')
  })
})

describe('a printed page', () => {
  const none = { left: '', center: '', right: '' }
  const page = readPageParam({ ...{ type: '3', direction: '横向' }, mt: 8, mb: 8, ml: 8, mr: 8 })

  it('has its paper, its rows of 17 pixels and an escaped title', () => {
    const parts = ['<p>一</p>', '<p>二</p>'].map((body) => ({ body, head: none, foot: none }))
    const html = printDocument({ page, title: '<a>', watermark: '', parts })
    expect(html).toContain('@page { size: 210mm 148mm; margin: 8mm 8mm 8mm 8mm }')
    expect(html).toContain('tr { height: 17px')
    expect(html).toContain('<title>&lt;a&gt;</title>')
    expect(html).not.toContain('class="watermark"')
  })

  it('has the texts of each part in its own margin boxes, which no text can leave', () => {
    const head = { ...none, right: '"} </style><script>' }
    const foot = { ...none, center: '第 {page} 页 / 共 {pages} 页' }
    const html = printDocument({ page, title: '', watermark: '</div>"', parts: [{ body: '', head, foot }] })
    expect(html).toContain(
      '@bottom-center { content: "第 " counter(page) " 页 \\2f  共 " counter(pages) " 页"',
    )
    expect(html).toContain('@top-right { content: "\\22 \\7d  \\3c \\2f style\\3e \\3c script\\3e "')
    expect(html.match(/<script|<\/style>/g)).toEqual(['</style>'])
  })
})

describe('the page of a template', () => {
  it('is read from the wire, from JSON text and from what was kept before, and written again', () => {
    const kept = { paper: 'A3', orientation: 'landscape', margin: 8 }
    expect(readPageParam(kept)).toMatchObject({
      paper: 'A3',
      width: 297,
      isLandscape: true,
      margins: { top: 8, left: 8 },
    })
    const wire = writePageParam(readPageParam(kept))
    expect(wire).toEqual({
      ...{ type: '1', width: 297, height: 420, direction: '横向' },
      mt: 8,
      mb: 8,
      ml: 8,
      mr: 8,
    })
    expect(readPageParam(JSON.stringify({ ...wire, mt: '12' }))).toMatchObject({
      margins: { top: 12, bottom: 8 },
    })
    expect(readPageParam({ type: '9', width: -1, mt: 1e9, copies: 'x' })).toEqual(PLAIN_PAGE)
  })
})

describe('sheets', () => {
  const printable = (no: string, printTemplate: string, pageParam: object): Printable => ({
    ...{ fullName: '', printTemplate, printData: { no }, operatorRecordList: [], printTime: 0 },
    pageParam: { ...writePageParam(PLAIN_PAGE), ...pageParam },
    printer: { name: '王', account: 'w' },
  })
  const options = { timeZone: 'Asia/Shanghai', text: String }

  it('are one for each copy of each record, each with its own margins', () => {
    const param = {
      header: { left: '${no}', right: '{no}' },
      watermark: { text: '{printer.name}{no}' },
      copies: ['存根', '客户联'],
    }
    const { sheets, watermark } = fillSheets(
      [printable('A{page}', '<p>{no}</p>', param), printable('<b>', '', param)],
      options,
    )
    expect(sheets.map(({ record, copy }) => [record, copy])).toEqual([
      [0, '存根'],
      [0, '客户联'],
      [1, '存根'],
      [1, '客户联'],
    ])
    expect(sheets[0]?.head).toEqual({ left: 'A(page)', center: '', right: 'A(page)　存根' })
    expect(sheets[2]?.head.left).toBe('<b>')
    expect(watermark).toBe('王')
  })

  it('say which copy they are where the template does not', () => {
    const param = { copies: ['存根'] }
    const { sheets } = fillSheets([printable('A', '<p>{systemCopy}</p>', param)], options)
    expect(sheets[0]).toMatchObject({ body: '<p>存根</p>', head: { right: '' } })
  })
})

describe('what a template may say', () => {
  it('has the styles of paper and nothing that reaches outside', () => {
    const style = (value: string) => allowedPrintAttribute('td', 'style', value)
    expect(style('width: 20%; border: 1px solid #000; position: fixed; background: url(//spy.example)')).toBe(
      'width: 20%; border: 1px solid #000',
    )
    expect(allowedPrintAttribute('td', 'colspan', '3')).toBe('3')
    expect(allowedPrintAttribute('p', 'colspan', '3')).toBeNull()
    expect(allowedPrintAttribute('col', 'style', 'width: 30mm')).toBe('width: 30mm')
    expect(allowedPrintAttribute('colgroup', 'span', '2')).toBe('2')
    expect(allowedPrintAttribute('tr', 'data-fill', '10')).toBe('10')
    expect(['1000', '-1', 'x'].map((rows) => allowedPrintAttribute('tr', 'data-fill', rows))).toEqual([
      ...[null, null, null],
    ])
    expect(allowedPrintAttribute('td', 'data-fill', '10')).toBeNull()
    expect(allowedPrintAttribute('img', 'src', 'https://spy.example/a.png')).toBeNull()
    expect(allowedPrintAttribute('p', 'onclick', 'x()')).toBeNull()
  })
})
