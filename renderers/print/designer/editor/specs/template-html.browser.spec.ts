import { testHost } from '@renderers/testing'
import { getSchema } from '@tiptap/core'
import { describe, expect, it } from 'vitest'
import { readTemplate } from '../read-template'
import { templateExtensions } from '../schema'
import { writeTemplate } from '../write-template'

const schema = getSchema(templateExtensions(testHost()))
const again = (html: string) => writeTemplate(readTemplate(html, schema))

/** The purchase order of the demo, as a person writes one. */
const ORDER = [
  '<h2 style="text-align: center; letter-spacing: 4px">采购订单</h2>',
  '<table><tbody><tr><td style="width: 60%; vertical-align: bottom">单号：{F_No}</td>',
  '<td style="width: 40%; text-align: right">{qrcode(F_No, 96)}</td></tr></tbody></table><p></p>',
  '<table border="1"><thead><tr><th style="text-align: left">物料</th><th>数量</th></tr></thead><tbody>',
  '<tr data-fill="10"><td>{tableField200.F_Item}</td><td>{thousands(tableField200.F_Price, 2)}</td></tr>',
  '<tr><td colspan="2">合计（大写）：{amount(F_Total)}</td></tr></tbody></table>',
  '<p>{systemApprovalContent}</p><p style="text-align: right">打印人：{systemPrinter}　时间：{systemPrintTime}</p>',
].join('')

describe('a template that is opened and written again', () => {
  it.each([
    ORDER,
    '<p>甲<br>乙</p><p><br></p><hr><ul><li>一</li><li>二<ol><li>三</li></ol></li></ul>',
    '<p><strong>粗<em>斜</em></strong><u>下</u><s>删</s>H<sub>2</sub>O<sup>3</sup> <a href="https://a.cn/">链</a></p>',
    '<p style="line-height: 1.5">{if a &gt; 1}大 &amp; 小{/if}<span style="color: #ff0000; font-size: 12pt">红</span></p>',
    '甲<table><colgroup><col style="width: 30mm"><col style="width: 20%"></colgroup><tbody><tr><td>一</td><td></td></tr></tbody></table>',
    '<table border="1"><caption>题</caption><tbody><tr><td rowspan="2" style="padding: 4px; border: 1px solid #000000">合</td><td><p>段</p><p>落</p></td></tr><tr><td>外<table><tbody><tr><td>内</td></tr></tbody></table></td></tr></tbody><tfoot><tr><td colspan="2">脚</td></tr></tfoot></table>',
    '<p>一</p><div style="page-break-after: always"></div><div style="text-align: center"><p>二</p>三</div>',
    '<blockquote>引</blockquote><pre>a  b\n  c</pre>',
    `<p><img src="/api/file/Image/annexpic/${'b'.repeat(32)}.png" width="100" alt="图"></p>`,
    '<p>前{F_A}{F_B} {坏 的}后</p>',
  ])('says the same: %s', (html) => {
    expect(again(html)).toBe(html)
  })

  it('is nothing where nothing was, and what was written stays at that', () => {
    expect(again('')).toBe('')
  })
})
