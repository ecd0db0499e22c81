import { PLAIN_PAGE, type PrintedPart, sheetOf } from '@runtime/print'
import { renderAsync } from 'docx-preview'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Printout } from '../printout'
import { PIXELS_PER_MM } from '../units'
import { docxOf } from '.'

const NOTHING = { left: '', center: '', right: '' }
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

function printoutOf(parts: readonly Partial<PrintedPart>[], page = PLAIN_PAGE): Printout {
  const { width, height } = sheetOf(page)
  return {
    ...{ page, watermark: '', html: '' },
    ...{ width: width * PIXELS_PER_MM, height: height * PIXELS_PER_MM },
    parts: parts.map((part) => ({ body: '', head: NOTHING, foot: NOTHING, ...part })),
    starts: parts.map((_, at) => at),
  }
}

/** The document as an independent reader shows it. */
async function readBack(file: Blob): Promise<HTMLElement> {
  const place = document.createElement('div')
  document.body.append(place)
  await renderAsync(file, place, place, { useBase64URL: true })
  return place
}

function picture(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 20
  canvas.height = 10
  return canvas.toDataURL('image/webp')
}

describe('a .docx file', () => {
  it('shows an independent reader the sheet, its tables and its pictures', async () => {
    const body = `<h2>采购订单</h2><p><a href="/x">链接</a><img src="${picture()}" width="40"><img src="/none.png"></p>
      <table border="1"><colgroup><col style="width: 30mm"><col style="width: 60mm"></colgroup>
      <thead><tr><th colspan="2">物料</th></tr></thead>
      <tbody><tr><td rowspan="2">甲</td><td>一</td></tr><tr><td>二</td></tr></tbody></table>`
    const printout = printoutOf([{ body, foot: { ...NOTHING, center: '{page}' } }], {
      ...PLAIN_PAGE,
      isLandscape: true,
    })
    const file = await docxOf(printout, signal)
    const place = await readBack(file)
    const sheet = place.querySelector('section') as HTMLElement
    expect(sheet.getBoundingClientRect().width).toBeCloseTo(printout.width, 0)
    expect(sheet.textContent).toContain('采购订单')
    expect(sheet.querySelectorAll('a')).toHaveLength(0)
    expect(sheet.textContent).toContain('链接')
    const [head, tall] = sheet.querySelectorAll<HTMLTableCellElement>('td')
    expect([head?.colSpan, tall?.rowSpan]).toEqual([2, 2])
    const widths = [...sheet.querySelectorAll<HTMLElement>('col')].map((column) =>
      Number.parseFloat(column.style.width),
    )
    // A third and two thirds of the 267 mm between the margins.
    expect(widths.map((points) => Math.round((points * 25.4) / 72))).toEqual([89, 178])
    expect([...sheet.querySelectorAll('img')].map((image) => image.getBoundingClientRect().width)).toEqual([
      40,
    ])
    place.remove()
  })

  it('is made in a worker, whatever its length', async () => {
    const made: string[] = []
    vi.stubGlobal(
      'Worker',
      class extends Worker {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options)
          made.push(String(url))
        }
      },
    )
    const rows = Array.from({ length: 1000 }, (_, at) => `<tr><td>${at + 1}</td><td>滴灌带</td></tr>`).join(
      '',
    )
    const file = await docxOf(
      printoutOf([
        {
          body: `<table border="1"><thead><tr><th>序号</th><th>物料</th></tr></thead><tbody>${rows}</tbody></table>`,
        },
        { body: '<p>二</p>', foot: { ...NOTHING, right: '{page}/{pages}' } },
      ]),
      signal,
    )
    expect(made.filter((url) => url.includes('docx.worker'))).toHaveLength(1)
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
    const xml = strFromU8(files['word/document.xml'] ?? new Uint8Array())
    expect(xml.match(/<w:tr>/g)).toHaveLength(1001)
    expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(1)
    expect(xml.match(/<w:pgNumType w:start="1"\/>/g)).toHaveLength(2)
    expect(strFromU8(files['word/footer2.xml'] ?? new Uint8Array())).toMatch(/>PAGE<.*>SECTIONPAGES</)
  })

  it('is given up with what waits for it', async () => {
    const leaving = new AbortController()
    const made = docxOf(printoutOf([{ body: '<p>一</p>' }]), leaving.signal)
    leaving.abort()
    await expect(made).rejects.toMatchObject({ name: 'AbortError' })
  })
})
