import { describe, expect, it } from 'vitest'
import { type Approval, fillTemplate, type PrintData, printDocument } from '.'
import { allowedPrintAttribute } from './markup'

const data = (values: PrintData['values'], more: Partial<PrintData> = {}): PrintData => ({
  values,
  printer: { name: '王小田', account: 'wang' },
  printTime: Date.UTC(2026, 10, 21, 4, 5, 6),
  approvals: [],
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
    expect(fill('<tr><td>{t.a}</td></tr>', rows)).toBe('<tr><td>&#123;secret&#125;</td></tr>')
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
  it('has its paper, its rows of 17 pixels and an escaped title', () => {
    const page = printDocument(
      ['<p>一</p>', '<p>二</p>'],
      { paper: 'A5', orientation: 'landscape', margin: 8 },
      '<a>',
    )
    expect(page).toContain('@page { size: A5 landscape; margin: 8mm }')
    expect(page).toContain('tr { height: 17px')
    expect(page).toContain('<title>&lt;a&gt;</title>')
    expect(page).toContain('<p>一</p><div style="break-before: page"><p>二</p></div>')
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
    expect(allowedPrintAttribute('img', 'src', 'https://spy.example/a.png')).toBeNull()
    expect(allowedPrintAttribute('p', 'onclick', 'x()')).toBeNull()
  })
})
