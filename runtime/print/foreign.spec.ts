import { describe, expect, it } from 'vitest'
import { fillTemplate } from '.'
import { decodeForeign } from './foreign'

const tag = (path: string, more = '') =>
  `<span class="wk-print-tag-wukong wk-tiny-color--common" contenteditable="false" data-tag="${path}"${more}>{${path.split('.')[1]}}</span>`

/** As TinyMCE writes them. */
const ORDER = `<h2 style="text-align: center;" data-mce-style="text-align: center;">采购订单</h2>
<p>编号：${tag('headTable.no')}&nbsp; 日期：日期选择(${tag('headTable.day')},YYYY-MM-DD)</p>
<table style="border-collapse: collapse; width: 100%;" border="1" data-mce-selected="1"><tbody>
<tr><td style="width: 50%;">物料</td><td style="width: 50%;">金额</td></tr>
<tr><td>${tag('tableField1.name')}</td><td>千位分隔符(${tag('tableField1.sum')},2)</td></tr>
</tbody></table>
<p>合计：大写金额(${tag('headTable.total', ' style="color: red;"')})</p>
<p><!-- pagebreak --></p>
<p>打印人：<span class="wk-print-tag-wukong" contenteditable="false" data-tag="systemPrinter">{systemPrinter}</span></p>
<p>{systemApprovalContent}</p>`

const LABEL = `<p>&lt;qrCode width="120" height="120"&gt;${tag('headTable.no')}&lt;/qrCode&gt;</p>
<p>&lt;barCode width=&quot;4&quot; height=&quot;60&quot;&gt;${tag('headTable.no')}&lt;/barCode&gt;</p>
<p>&lt;qrCode&gt;LOAM-1&lt;/qrCode&gt;<qrCode width=90>{no}</qrCode></p>
<p>&lt;img width="80" height="80"&gt;${tag('headTable.photo')}&lt;/img&gt;<img src="{photo}" width="60" /></p>
<p>&lt;img width="80"&gt;http://spy.example/1.png&lt;/img&gt;<img src="https://spy.example/2.png"></p>
<p>上<!-- pagebreak -->下<img class="mce-pagebreak" src="data:image/gif;base64,x"></p>`

const SLIP = `<script>alert(1)</script><table><tr><td><span data-tag="thousands">千位分隔符(${tag('T1.sum')})</span></td></tr></table>
<p>${tag('T1.name')}<span data-tag="headTable.title">{no}</span>大写金额(headTable.paid)</p>
<p><span style="font-size: 14px;" data-tag="headTable.state">{状态}</span>{数据字典(state,4501)}{大写金额(total)}</p>
<p><span data-tag="relativeTime">${tag('headTable.at')}</span>{headTable.no}{前缀(no)}{x y}数据字典(${tag('headTable.state')})</p>
<p>千位分隔符（1234.5，1）<marquee>m</marquee>大写金额(<b>${tag('headTable.total')})</b></p>`

describe('a template of another platform', () => {
  it('is an order with a table of lines', () => {
    const { template, kept, lost, isForeign } = decodeForeign(ORDER)
    expect(isForeign).toBe(true)
    expect(lost).toEqual([])
    expect(kept).toEqual([
      ...['{no}', '{date(day,"yyyy-MM-dd")}', '{tableField1.name}', '{thousands(tableField1.sum,2)}'],
      ...['{amount(total)}', '{systemPrinter}', '{systemApprovalContent}'],
    ])
    expect(template).toContain('<p>合计：{amount(total)}</p>\n<div style="page-break-after: always"></div>')
    const values = {
      no: 'A1',
      day: Date.UTC(2026, 0, 2),
      total: 30,
      tableField1: [
        { name: '管', sum: 10 },
        { name: '阀', sum: 20 },
      ],
    }
    const printer = { name: '王', account: 'w' }
    const filled = fillTemplate(
      template,
      { values, printer, printTime: 0, approvals: [], copy: '' },
      { timeZone: 'Asia/Shanghai', text: String },
    )
    expect(filled).toContain('编号：A1&nbsp; 日期：2026-01-02')
    expect(filled).toContain('<tr><td>管</td><td>10.00</td></tr><tr><td>阀</td><td>20.00</td></tr>')
  })

  it('is a label of codes and pictures', () => {
    const { template, kept, lost } = decodeForeign(LABEL)
    expect(kept).toEqual([
      ...['{qrcode(no,120)}', '{barcode(no,60)}', '{qrcode("LOAM-1")}', '{qrcode(no,90)}'],
      ...['{image(photo,80)}', '{image(photo,60)}'],
    ])
    expect(lost).toEqual([{ what: 'img', why: 'tag', count: 2 }])
    expect(template.match(/<div style="page-break-after: always"><\/div>/g)).toHaveLength(2)
  })

  it('is a slip of which not all can be said', () => {
    const { template, kept, lost } = decodeForeign(SLIP)
    expect(kept).toEqual([
      ...[
        '{thousands(T1.sum)}',
        '{no}',
        '{amount(paid)}',
        '{state}',
        '{dict(state,"4501")}',
        '{amount(total)}',
      ],
      '{at}',
      '{thousands(1234.5,1)}',
    ])
    expect(lost).toEqual([
      { what: 'relativeTime', why: 'function', count: 1 },
      { what: '数据字典({state})', why: 'place', count: 1 },
      { what: '{T1.name}', why: 'place', count: 1 },
      { what: '前缀', why: 'function', count: 1 },
      { what: '{x y}', why: 'place', count: 1 },
      { what: 'script', why: 'tag', count: 1 },
      { what: 'marquee', why: 'tag', count: 1 },
    ])
    expect(template).toContain('<span style="font-size: 14px;">{state}</span>')
    expect(template).toContain('{amount(total)}<b></b></p>')
  })

  it('is none where it is ours', () => {
    const own = '<p>{no} 大写金额 {amount(total)}</p><div style="page-break-after: always"></div>'
    expect(decodeForeign(own)).toEqual({
      ...{ template: own, kept: ['{no}', '{amount(total)}'], lost: [], isForeign: false },
    })
  })
})
