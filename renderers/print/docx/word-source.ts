import type { Page, PrintedPart } from '@runtime/print'
import { createPictureReader, type Picture } from '../pictures'
import { PIXELS_PER_MM } from '../units'

/** What a Word document is made of, as plain data that a worker can be sent. */
export interface WordSource {
  readonly page: Page
  readonly parts: readonly PrintedPart[]
  readonly watermark: string
  /** Data URLs of the pictures that the parts name by an address. */
  readonly pictures: Readonly<Record<string, string>>
}

/** What Word shows. */
const WORD_PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/bmp'])
/** CSS pixels of a unit; `em` is that of a table's text. */
const UNITS: Readonly<Record<string, number>> = {
  ...{ px: 1, pt: 4 / 3, mm: PIXELS_PER_MM, cm: 10 * PIXELS_PER_MM, em: 14 },
}

/** Makes parts ready for Word: pictures fetched, widths of columns in pixels, links as the text that they are on paper. */
export async function wordSource(
  { page, parts, watermark }: Pick<WordSource, 'page' | 'parts' | 'watermark'>,
  textWidth: number,
): Promise<WordSource> {
  const read = createPictureReader()
  const pictures: Record<string, string> = {}
  const ready = await Promise.all(
    parts.map(async (part) => {
      const held = new DOMParser().parseFromString(part.body, 'text/html')
      for (const link of held.querySelectorAll('a')) link.replaceWith(...link.childNodes)
      for (const table of held.querySelectorAll('table')) fixColumns(table, textWidth)
      await Promise.all(
        [...held.images].map(async (image) => {
          const address = image.getAttribute('src') ?? ''
          const known = await read(address).then((picture) => picture && forWord(picture))
          if (!known) image.remove()
          else if (address.startsWith('data:')) image.src = known
          else pictures[address] = known
        }),
      )
      return { ...part, body: held.body.innerHTML }
    }),
  )
  return { page, parts: ready, watermark, pictures }
}

/** Gives a table's columns their share of its width, as a browser does; Word would divide it evenly. */
function fixColumns(table: HTMLTableElement, textWidth: number): void {
  const columns = [...table.querySelectorAll<HTMLTableColElement>(':scope > colgroup > col')]
  const whole = pixelsOf(table.style.width || table.getAttribute('width'), textWidth) ?? textWidth
  const widths = columns.map((column) => pixelsOf(column.style.width || column.getAttribute('width'), whole))
  const given = widths.filter((width) => width !== null)
  if (given.length === 0) return
  const rest = Math.max(0, whole - sumOf(given)) / (widths.length - given.length || 1)
  const full = widths.map((width) => width ?? rest)
  const share = whole / (sumOf(full) || 1)
  for (const [at, column] of columns.entries()) {
    column.removeAttribute('width')
    column.style.width = `${((full[at] ?? 0) * share).toFixed(2)}px`
  }
  table.style.tableLayout = 'fixed'
}

/** A CSS length, or an attribute's, in pixels; null where it says none. */
function pixelsOf(length: string | null, whole: number): number | null {
  const [, number = '', unit = 'px'] = /^(\d+(?:\.\d+)?)([a-z]{2}|%)?$/.exec(length ?? '') ?? []
  if (number === '') return null
  if (unit === '%') return (Number(number) / 100) * whole
  const pixels = UNITS[unit]
  return pixels === undefined ? null : Number(number) * pixels
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}

/** A picture as a data URL that Word shows; null where it cannot be made one. */
async function forWord({ type, bytes }: Picture): Promise<string | null> {
  const url = `data:${type};base64,${bytes}`
  if (WORD_PICTURES.has(type)) return url
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.width > 0 && canvas.height > 0 ? canvas.toDataURL() : null
}
