import { utils, write } from '@e965/xlsx'
import type { FileValue } from '@runtime/widget/stored-file'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { testHost } from '../testing'
import { openPreview } from '.'
import { columnName } from './sheet'
import type { PreviewSource } from './source'
import { makeHarmless } from './word'

afterEach(async () => {
  for (let tries = 0; tries < 3 && document.querySelector('.loam-dialog'); tries++)
    await userEvent.keyboard('{Escape}')
})

interface Kept {
  readonly name: string
  readonly type: string
  readonly content: BlobPart
}

/** Opens files whose bytes the spec gives. */
function open(files: readonly Kept[], index = 0) {
  const saved: string[] = []
  const values = files.map(({ name }, at): FileValue => ({ name, fileId: String(at), url: String(at) }))
  const source: PreviewSource = {
    about: async ({ fileId }) => {
      const file = files[Number(fileId)]
      if (!file) throw new Error('文件不存在')
      return { name: file.name, type: file.type, url: fileId, fileSize: 100 }
    },
    bytes: async (url) => new Blob([files[Number(url)]?.content ?? '']),
  }
  const host = {
    ...testHost(),
    files: { download: async (_type: string, file: FileValue) => void saved.push(file.name) } as never,
  }
  openPreview({ files: values, index, host, source })
  return saved
}

/** A PDF of one page, with a line of text. */
const PDF = (() => {
  const stream = 'BT /F1 24 Tf 20 40 Td (Round 3) Tj ET'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`
})()

const inkOf = (canvas: HTMLCanvasElement | null) => {
  const data = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let dark = 0
  for (let at = 0; at < data.length; at += 4) if ((data[at + 3] ?? 0) > 128 && (data[at] ?? 255) < 128) dark++
  return dark
}

describe('preview', () => {
  it('draws a PDF', async () => {
    open([{ name: '方案.pdf', type: 'application/pdf', content: PDF }])
    await expect.element(page.getByRole('dialog', { name: '方案.pdf' })).toBeVisible()
    await expect
      .element(page.getByRole('img', { name: '第 1 页，共 1 页' }), { timeout: 45_000 })
      .toBeVisible()
    await expect.poll(() => inkOf(document.querySelector('canvas')), { timeout: 45_000 }).toBeGreaterThan(100)
  })

  it('shows a workbook by sheets, without computing anything', async () => {
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet([
      ['地块', '用水'],
      ['东一', 12.5],
    ])
    sheet['C1'] = { t: 'n', f: '1+1', v: 7 }
    sheet['!ref'] = 'A1:C2'
    utils.book_append_sheet(book, sheet, '用水')
    utils.book_append_sheet(book, utils.aoa_to_sheet([['<b>阀门</b>']]), '阀门')
    open([
      { name: 'a.xlsx', type: 'application/zip', content: write(book, { type: 'array', bookType: 'xlsx' }) },
    ])
    await expect.element(page.getByRole('cell', { name: '12.5' }), { timeout: 45_000 }).toBeVisible()
    await expect.element(page.getByRole('cell', { name: '7', exact: true })).toBeVisible()
    await page.getByRole('tab', { name: '阀门' }).click()
    await expect.element(page.getByText('<b>阀门</b>')).toBeVisible()
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })

  it('shows a text in either encoding, and goes from file to file by keys and buttons', async () => {
    const gbk = new Uint8Array([0xc4, 0xab, 0xc7, 0xe9])
    const saved = open([
      { name: 'a.txt', type: 'text/plain; charset=utf-8', content: '墒情\n稳定' },
      { name: 'b.txt', type: 'application/octet-stream', content: gbk },
      { name: 'c.zip', type: 'application/zip', content: 'PK' },
    ])
    await expect.element(page.getByText('墒情 稳定')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByText('墨情')).toBeVisible()
    await page.getByRole('button', { name: '下一个' }).click()
    await expect.element(page.getByText('此类文件不支持在线预览，请下载后查看')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '下一个' })).toBeDisabled()
    await page.getByRole('button', { name: '下载' }).click()
    expect(saved).toEqual(['c.zip'])
    await page.getByRole('button', { name: '取消' }).click()
    await expect.poll(() => document.querySelector('.loam-dialog')).toBeNull()
  })

  it('draws a picture nearer and turns it', async () => {
    const pixel = Uint8Array.from(
      atob(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      ),
      (letter) => letter.charCodeAt(0),
    )
    open([{ name: 'a.png', type: 'image/png', content: pixel }])
    const image = page.getByRole('img', { name: 'a.png' })
    await expect.element(image).toBeInTheDocument()
    await page.getByRole('button', { name: '放大' }).click()
    await page.getByRole('button', { name: '向右旋转' }).click()
    await expect.element(page.getByText('125%')).toBeVisible()
    expect(image.element().getAttribute('style')).toContain('rotate(90deg) scale(1.25)')
    await page.getByRole('button', { name: '适应窗口' }).click()
    await expect.element(page.getByText('100%')).toBeVisible()
  })

  it('says that a file is broken or gone, and still offers to save it', async () => {
    open([{ name: 'a.pdf', type: 'application/pdf', content: 'no pdf' }])
    await expect
      .element(page.getByRole('alert'), { timeout: 45_000 })
      .toHaveTextContent('文件无法预览，可下载后查看')
    await expect.element(page.getByRole('button', { name: '下载' })).toBeVisible()
  })

  it('takes from a document whatever could run or lead astray', () => {
    const place = document.createElement('div')
    place.innerHTML =
      '<a href="javascript:alert(1)">x</a><a href="https://a.cn">y</a><iframe></iframe><p>文</p>'
    makeHarmless(place)
    expect(place.innerHTML).toBe(
      '<a target="_blank" rel="noopener noreferrer">x</a><a href="https://a.cn" target="_blank" rel="noopener noreferrer">y</a><p>文</p>',
    )
  })
})
