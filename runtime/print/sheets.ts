import { type MarginTexts, type Page, readPageParam } from './page-param'
import type { Printable } from './printable'
import { type FillOptions, fillLine, fillTemplate, type PrintData } from './template'

/** One copy of one record, filled. */
export interface Sheet {
  /** Which of the records it is. */
  readonly record: number
  /** Name of the copy; empty: there is one. */
  readonly copy: string
  /** HTML; codes and pictures in it are still to be drawn. */
  readonly body: string
  readonly head: MarginTexts
  readonly foot: MarginTexts
}

export interface Sheets {
  readonly page: Page
  readonly sheets: readonly Sheet[]
  readonly watermark: string
}

const COPY = /\{\s*systemCopy\s*\}/

/**
 * Records in their template: a sheet for each of the page's copies of each record. Where neither the template nor its margins say
 * which copy it is, the head's right does.
 */
export function fillSheets(printables: readonly Printable[], options: FillOptions): Sheets {
  const [first] = printables
  const page = readPageParam(first?.pageParam)
  const copies = page.copies.length > 0 ? page.copies : ['']
  const texts = Object.values({ ...page.head, foot: Object.values(page.foot).join() })
  const isNamed = COPY.test([first?.printTemplate, ...texts].join())
  const sheets = printables.flatMap((printable, record) =>
    copies.map((copy) => {
      const data = dataOf(printable, copy)
      const line = (text: string) => fillLine(text, data, options)
      const { left, center, right } = page.head
      const named = isNamed || copy === '' ? right : [right, '{systemCopy}'].filter(Boolean).join('　')
      return {
        ...{ record, copy, body: fillTemplate(printable.printTemplate, data, options) },
        head: { left: line(left), center: line(center), right: line(named) },
        foot: { left: line(page.foot.left), center: line(page.foot.center), right: line(page.foot.right) },
      }
    }),
  )
  // It is the same on every sheet: a field of one record would stand on those of the others.
  const watermark = first ? fillLine(page.watermark.text, { ...dataOf(first, ''), values: {} }, options) : ''
  return { page, sheets, watermark }
}

function dataOf(printable: Printable, copy: string): PrintData {
  const { printData, printer, printTime, operatorRecordList } = printable
  return { values: printData, printer, printTime, approvals: operatorRecordList, copy }
}
