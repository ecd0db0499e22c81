import { PLAIN_PAGE, type PrintedPart } from '@runtime/print'
import { Packer } from 'docx'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { wordDocumentOf } from './word-document'
import type { WordSource } from './word-source'

const NOTHING = { left: '', center: '', right: '' }
const part = (body: string, more: Partial<PrintedPart> = {}): PrintedPart => ({
  ...{ body, head: NOTHING, foot: NOTHING },
  ...more,
})

/** The files of a document's own XML, by name. */
async function filesOf(source: Partial<WordSource>): Promise<(name: string) => string> {
  const whole = { page: PLAIN_PAGE, parts: [], watermark: '', pictures: {}, ...source }
  const files = unzipSync(new Uint8Array(await Packer.toArrayBuffer(wordDocumentOf(whole))))
  return (name) => {
    const file = files[`word/${name}.xml`]
    return file ? strFromU8(file) : ''
  }
}
const countOf = (text: string, piece: string) => text.split(piece).length - 1

describe('a Word document', () => {
  it('keeps a table’s head on every page, its merged cells, widths and whole rows', async () => {
    const table = `<table border="1" style="table-layout: fixed"><colgroup><col style="width: 100px"><col style="width: 200px"></colgroup>
      <thead><tr><th colspan="2">采购</th></tr></thead>
      <tbody><tr><td rowspan="2" style="vertical-align: middle; background-color: #eeeeee">甲</td><td>一</td></tr><tr><td>二</td></tr></tbody></table>`
    const body = (await filesOf({ parts: [part(`${table}<p>后</p>`)] }))('document')
    expect(countOf(body, '<w:tblHeader/>')).toBe(1)
    expect(countOf(body, '<w:cantSplit/>')).toBe(3)
    expect(body).toContain('<w:gridSpan w:val="2"/>')
    expect(body).toContain('<w:vMerge w:val="restart"/>')
    expect(body).toContain('<w:tblGrid><w:gridCol w:w="1500"/><w:gridCol w:w="3000"/></w:tblGrid>')
    expect(body).toContain('w:fill="EEEEEE"')
    expect(body).toContain('<w:vAlign w:val="center"/>')
    expect(body).toMatch(/<w:spacing [^>]*w:before="210"/)
  })

  it('draws no lines where the paper has none, and lines as high as the pictures in them', async () => {
    const file = await filesOf({ parts: [part('<table><tbody><tr><td>甲</td></tr></tbody></table>')] })
    expect(file('document')).toContain('<w:insideV w:val="none"')
    expect(file('document')).not.toContain('w:val="single"')
    expect(file('styles')).toContain('<w:spacing w:line="276" w:lineRule="auto"/>')
  })

  it('gives each part a section of the sheet’s size that counts its pages anew', async () => {
    const page = { ...PLAIN_PAGE, isLandscape: true, margins: { top: 20, right: 10, bottom: 20, left: 10 } }
    const foot = { ...NOTHING, center: '第 {page} 页 / 共 {pages} 页' }
    const file = await filesOf({ page, parts: [part('<p>一</p>', { foot }), part('<p>二</p>')] })
    const body = file('document')
    expect(countOf(body, '<w:sectPr>')).toBe(2)
    expect(countOf(body, '<w:pgNumType w:start="1"/>')).toBe(2)
    expect(countOf(body, '<w:pgSz w:w="16837" w:h="11905" w:orient="landscape"/>')).toBe(2)
    expect(body).toContain('w:top="1133" w:right="566" w:bottom="1133" w:left="566"')
    expect(file('footer1')).toMatch(/>PAGE<.*>SECTIONPAGES</)
    expect(file('footer2')).not.toContain('PAGE')
  })

  it('says head and foot at their places, and counts all pages where there is one part', async () => {
    const head = { left: '订单 <1>', center: '', right: '{page}/{pages}' }
    const file = await filesOf({ parts: [part('<p>一</p>', { head })] })
    const xml = file('header1')
    expect(xml).toContain('订单 &lt;1&gt;')
    expect(xml).toMatch(/>PAGE<.*>NUMPAGES</)
    expect(xml).toMatch(/<w:tab w:val="center" w:pos="5102"[^>]*\/><w:tab w:val="right" w:pos="10204"/)
    expect(countOf(xml, '<w:tab/>')).toBe(2)
  })

  it('has the sheet’s watermark behind the text', async () => {
    const file = await filesOf({ watermark: '内部', parts: [part('<p>一</p>')] })
    expect(file('header1')).toMatch(/<v:fill opacity="\.?0?\.?08[^>]*>.*string="内部"/)
  })

  it('breaks pages and shows marked text, in headings too', async () => {
    const body = `<h1>题</h1><p style="line-height: 2; text-align: right"><s>x</s><u>y</u><b>b</b><sup>2</sup><span style="color: #ff0000; font-size: 18pt">红</span></p>
      <div style="page-break-after: always"></div><ol><li>一</li></ol>`
    const xml = (await filesOf({ parts: [part(body)] }))('document')
    expect(xml).toContain('<w:pStyle w:val="Heading1"/>')
    for (const mark of [
      '<w:strike/>',
      '<w:u w:val="single"/>',
      '<w:b/>',
      '<w:vertAlign w:val="superscript"/>',
    ])
      expect(xml).toContain(mark)
    expect(xml).toMatch(/<w:color w:val="FF0000"\/><w:sz w:val="36"\/>/)
    expect(xml).toContain('<w:jc w:val="right"/>')
    expect(xml).toMatch(/<w:pageBreakBefore\/>|<w:br w:type="page"\/>/)
    expect(xml).toContain('<w:numPr>')
  })

  it('shows pictures that were fetched, and leaves out those that were not', async () => {
    const dot =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const body = '<p><img src="/api/a.png" width="100"><img src="/gone.png"></p>'
    const xml = (await filesOf({ parts: [part(body)], pictures: { '/api/a.png': dot } }))('document')
    expect(countOf(xml, '<w:drawing>')).toBe(1)
    expect(xml).toContain('<wp:extent cx="952500" cy="952500"/>')
  })
})
