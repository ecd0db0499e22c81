import { describe, expect, it } from 'vitest'
import { fillLine, fillTemplate, type PrintData } from '.'
import type { FillOptions } from './scope'

const options: FillOptions = { timeZone: 'Asia/Shanghai', text: String }
const data = (values: PrintData['values']): PrintData => ({
  values,
  printer: { name: '王小田', account: 'wang' },
  printTime: Date.UTC(2026, 10, 21, 4, 5, 6),
  approvals: [],
  copy: '存根',
})
const fill = (template: string, values: PrintData['values'] = {}, more: Partial<FillOptions> = {}) =>
  fillTemplate(template, data(values), { ...options, ...more })

describe('the functions of a template', () => {
  const values = {
    ...{
      at: '上周',
      at_id: Date.UTC(2026, 0, 2, 3, 4, 5),
      day: '2026-03-04',
      state: ['1', '9'],
      total: 1005.2,
    },
    items: [{ a: '0.10', a_id: 0.1, b: '' }, { a: '0.2', b: '有' }, { a: '无', b: null }, { a: true }],
    none: [],
  }

  it.each([
    ['{date(at)}', '2026-01-02 11:04:05'],
    ['{date(at, "yyyy年M月d日")}', '2026年1月2日'],
    ['{date(at,“HH:mm”)}', '11:04'],
    ['{date(day,"M/d")}', '3/4'],
    ['{date(total_gone)}{date(state)}', ''],
    ['{sum(items.a)}|{min(items.a)}|{max(items.a)}|{avg(items.a)}', '0.3|0.1|0.2|0.15'],
    ['{count(items.a)}|{count(items.b)}|{count(none.a)}', '4|1|0'],
    ['[{sum(items.b)}{avg(none.a)}{sum(gone.a)}{count(gone.a)}{sum(total)}]', '[]'],
    ['{thousands(sum(items.a),2)} {amount(sum(items.a))}', '0.30 叁角整'],
    ['{amount（total）}', '壹仟零伍元贰角整'],
    ['{qrcode("A-1",120)}', '<img data-print="qrcode" data-text="A-1" data-size="120">'],
    ['{amount(qrcode(total))}{qrcode(total,"9")}{qrcode(total,1,2)}{date(at,9)}{"x"}{5}', ''],
    ['{date(at,"&lt;b&gt;")}', '&lt;b&gt;'],
  ])('%s prints %s', (template, expected) => {
    expect(fill(template, values)).toBe(expected)
  })

  it('name values by a dictionary, and print a value that it does not have', () => {
    const dictionary = (typeId: string, value: string) =>
      typeId === 'd' && value === '1' ? '<开>' : undefined
    expect(fill('{dict(state,"d")}|{dict(total,"d")}', values, { dictionary })).toBe('&lt;开&gt;、9|1005.2')
    expect(fill('{dict(state,"d")}|{dict(state)}', values)).toBe('1、9|')
  })
})

describe('the rows of a template', () => {
  const items = [
    { name: '管', n: 2, on: '是', on_id: 1 },
    { name: '阀', n: 5, on: '否', on_id: 0 },
  ]

  it('are repeated with the number of the line, by either name of a sub-table', () => {
    expect(fill('<tr><td>{index}{items.name}</td></tr>', { items })).toBe(
      '<tr><td>1管</td></tr><tr><td>2阀</td></tr>',
    )
    expect(fill('<tr><td>{T1.name}</td></tr>{index}', { T1: items })).toBe(
      '<tr><td>管</td></tr><tr><td>阀</td></tr>',
    )
  })

  it('are not repeated for a sum', () => {
    expect(fill('<tr><td>{sum(items.n)}</td></tr>', { items })).toBe('<tr><td>7</td></tr>')
  })

  it('stand in tables within each other', () => {
    const inner = '<table><tr><td>{items.name}</td></tr></table>'
    expect(fill(`<tr><td>{no}${inner}</td></tr>`, { no: 'A', items })).toBe(
      '<tr><td>A<table><tr><td>管</td></tr><tr><td>阀</td></tr></table></td></tr>',
    )
    const both = '<tr><td>{items.n}<table><tr><td>{items.name}{other.x}</td></tr></table></td></tr>'
    expect(fill(both, { items, other: [{ x: 1 }, { x: 2 }] })).toBe(
      [
        '<tr><td>2<table><tr><td>管1</td></tr><tr><td>管2</td></tr></table></td></tr>',
        '<tr><td>5<table><tr><td>阀1</td></tr><tr><td>阀2</td></tr></table></td></tr>',
      ].join(''),
    )
  })

  it('are filled up with empty ones', () => {
    const row = '<tr style="height: 9mm" data-fill="3"><td>{items.name}</td><td class="x">元</td></tr>'
    const empty = '<tr style="height: 9mm"><td>&nbsp;</td><td class="x">&nbsp;</td></tr>'
    const full = fill(row, { items })
    expect(full).toBe(
      `<tr style="height: 9mm"><td>管</td><td class="x">元</td></tr><tr style="height: 9mm"><td>阀</td><td class="x">元</td></tr>${empty}`,
    )
    expect(fill(row, { items: [] })).toBe(empty.repeat(3))
    expect(fill(row, { items: [...items, ...items] })).not.toContain('&nbsp;')
  })
})

describe('the conditions of a template', () => {
  const values = { n: '1,200', n_id: 1200, state: '完成', items: [{ n: 2 }, { n: 5 }] }

  it.each([
    ['in one text', '<p>a{if n &gt; 1000}b{/if}{if n &lt; 1000}c{/if}</p>', '<p>ab</p>'],
    ['the text of a value', '{if n_name == "1,200"}x{/if}{if systemCopy == "存根"}y{/if}', 'xy'],
    ['siblings', '<p>a</p>{if n == 1}<p>b</p><p>c</p>{/if}<p>d</p>', '<p>a</p><p>d</p>'],
    ['paragraphs', '<p>a</p><p>{if n == 1}</p><p>b</p><p>{/if}</p><p>c</p>', '<p>a</p><p>c</p>'],
    ['paragraphs that stay', '<p>{if n}</p><p>b</p><p><b>{/if}</b></p>', '<p>b</p>'],
    ['a paragraph', '<p>a</p><p><b>{if !n}b</b>c{/if}</p>', '<p>a</p>'],
    [
      'a row',
      '<table><tr><td>{if n == 1}a</td><td>b{/if}</td></tr><tr><td>c</td></tr></table>',
      '<table><tr><td>c</td></tr></table>',
    ],
    [
      'rows between rows of marks',
      '<table><tr><td>{if n}</td><td></td></tr><tr><td>a</td></tr><tr><td>{/if}</td></tr></table>',
      '<table><tr><td>a</td></tr></table>',
    ],
    ['a cell, which stays', '<tr><td>{if n == 1}a{/if}</td><td>b</td></tr>', '<tr><td></td><td>b</td></tr>'],
    [
      'a row that is empty of itself',
      '<tr><td>{if n}</td><td></td><td>{/if}</td></tr><tr><td>{if !n}</td><td>{/if}</td></tr>',
      '<tr><td></td><td></td><td></td></tr>',
    ],
    ['each other', '<p>{if n}a{if n == 1}b{/if}c{/if}d</p>', '<p>acd</p>'],
    ['each other, without a text between', '<p>{if n}{if n == 1}b{/if}{/if}</p>', ''],
    [
      'lines',
      '<tr><td>{if items.n &gt; 3}{items.n}</td><td>{index}{/if}</td></tr>',
      '<tr><td>5</td><td>2</td></tr>',
    ],
    [
      'a part of a line',
      '<tr><td>{items.n}{if index == 1}a{/if}</td></tr>',
      '<tr><td>2a</td></tr><tr><td>5</td></tr>',
    ],
    ['lists', '{if SUM(items.n) == 7}a{/if}{if LEN(items.n) &gt; 9}b{/if}', 'a'],
    ['a broken expression', '<p>{if n &gt;}a{/if}</p>', '<p>a</p>'],
    ['no expression', 'a{if }b{/if}', 'ab'],
    ['no end', '<p>a{if n == 1}b</p><p>c</p>', '<p>ab</p><p>c</p>'],
    ['no beginning', '<p>a{/if}b</p>', '<p>ab</p>'],
    ['marks that enclose nothing whole', '<p>a{if n == 1}b</p><p>c{/if}</p>', '<p>ab</p><p>c</p>'],
    [
      'a page break, which is something',
      '<div><div style="page-break-after: always"></div>{if n == 1}a{/if}</div>',
      '<div><div style="page-break-after: always"></div></div>',
    ],
  ])('hide %s', (_name, template, expected) => {
    expect(fill(template, values)).toBe(expected)
  })

  it('see the record alone and nothing of the language', () => {
    expect(fill('{if constructor}a{/if}{if __proto__}b{/if}{if toString}c{/if}{if gone}d{/if}')).toBe('')
  })
})

describe('HTML that holds places', () => {
  it.each([
    '<p title="{n}">a < b > c</p><br><img alt="{n}>">',
    '<b>x<i>y</b>z</i></p><tr><td>q',
    '<!-- {n} --><p>{n</p>}<p "',
    '<'.repeat(9),
  ])('is written as it stands: %s', (html) => {
    expect(fill(html, { n: 'N' })).toBe(html)
  })

  it('is no deeper than can be walked', () => {
    const deep = '<b>'.repeat(20_000)
    expect(fill(`${deep}{n}`, { n: 1 })).toBe(`${deep}1`)
  })
})

describe('a line of text', () => {
  it('has the places of a template, and counters that no value can forge', () => {
    const line = (text: string) => fillLine(text, data({ no: '{page}', a: '<&', n: 1234.5 }), options)
    expect(line('${no} {page}/{ pages } {a} <b>&lt; {thousands(n,2)}')).toBe(
      '(page) {page}/{pages} <& <b>&lt; 1,234.50',
    )
    expect(line('{if n > 1}大{/if}{if a == "<&"}"{/if}{if !n}小{/if}')).toBe('大"')
  })
})
