import type { Host } from '@runtime/host'
import {
  fillSheets,
  type Page,
  type Printable,
  type PrintedPart,
  printDocument,
  sheetOf,
} from '@runtime/print'
import { readDictionaries } from './dictionaries'
import { createDrawer } from './drawings'
import { PIXELS_PER_MM } from './units'

/** Records laid out for paper. */
export interface Printout {
  readonly page: Page
  /** One for each copy of each record, in the order of the paper. */
  readonly parts: readonly PrintedPart[]
  /** The part that each record begins with. */
  readonly starts: readonly number[]
  /** Filled words across every sheet; empty: none. */
  readonly watermark: string
  /** All of it as one page of HTML. */
  readonly html: string
  /** CSS pixels of a sheet. */
  readonly width: number
  readonly height: number
}

/** Fills a template with records, and draws its codes and pictures. */
export async function layOut(
  printables: readonly Printable[],
  host: Host,
  signal: AbortSignal,
): Promise<Printout> {
  const [first] = printables
  const dictionary = first && (await readDictionaries(first, host, signal))
  const options = {
    ...{ timeZone: host.timeZone ?? null, text: host.text },
    ...(dictionary && { dictionary }),
  }
  const { page, sheets, watermark } = fillSheets(printables, options)
  const { width, height } = sheetOf(page)
  const draw = createDrawer()
  const parts = await Promise.all(
    sheets.map(async ({ body, head, foot }) => ({ head, foot, body: await draw(body) })),
  )
  return {
    ...{ page, parts, watermark },
    starts: printables.map((_, record) => sheets.findIndex((sheet) => sheet.record === record)),
    html: printDocument({ page, parts, watermark, title: host.text('@print.title') }),
    width: width * PIXELS_PER_MM,
    height: height * PIXELS_PER_MM,
  }
}
