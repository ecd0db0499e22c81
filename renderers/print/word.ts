import { type Page, sheetOf } from '@runtime/print'
import { base64, createPictureReader } from './pictures'
import type { Printout } from './printout'

const BOUNDARY = 'loam-print-part'
const STYLE = [
  'body { color: black; font: 10.5pt/1.5 "Microsoft YaHei", sans-serif }',
  'table { width: 100%; border-collapse: collapse }',
  'table[border] td, table[border] th { border: 1px solid black; padding: 4px 8px }',
].join('\n')

/**
 * A printout as a Word 97–2003 document (.doc): a web page and its pictures in one file (MHTML), since Word shows no picture that stands
 * in the page's own text. What stands in the margins is left to paper and to `.docx`.
 */
export async function wordDocument({ page, parts }: Pick<Printout, 'page' | 'parts'>): Promise<Blob> {
  const bodies = parts.map(({ body }) => body).join('<br clear="all" style="page-break-before: always">')
  const held = new DOMParser().parseFromString(bodies, 'text/html')
  const read = createPictureReader()
  const pictures = await Promise.all(
    [...held.querySelectorAll('img')].map(async (image, at) => {
      const picture = await read(image.src)
      const place = `picture-${at}`
      if (picture) image.setAttribute('src', place)
      else image.remove()
      return picture && { ...picture, place }
    }),
  )
  const html = `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta charset="utf-8"><style>${sectionOf(page)}\n${STYLE}</style></head><body><div class="Section1">${held.body.innerHTML}</div></body></html>`
  const files = [
    part('text/html; charset="utf-8"', 'page.html', base64(new TextEncoder().encode(html))),
    ...pictures.flatMap((one) => (one ? [part(one.type, one.place, one.bytes)] : [])),
  ]
  const head = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="${BOUNDARY}"; type="text/html"\r\n\r\n`
  return new Blob([head, ...files, `--${BOUNDARY}--\r\n`], { type: 'application/msword' })
}

/** The sheet, as Word reads it: it knows a page by the name of its section alone. */
function sectionOf(page: Page): string {
  const { width, height } = sheetOf(page)
  const { top, right, bottom, left } = page.margins
  const orientation = page.isLandscape ? ' mso-page-orientation: landscape;' : ''
  return [
    `@page Section1 { size: ${width}mm ${height}mm;${orientation} margin: ${top}mm ${right}mm ${bottom}mm ${left}mm }`,
    'div.Section1 { page: Section1 }',
  ].join('\n')
}

function part(type: string, place: string, bytes: string): string {
  const lines = bytes.replace(/.{76}/g, '$&\r\n')
  return `--${BOUNDARY}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Location: file:///${place}\r\n\r\n${lines}\r\n`
}
