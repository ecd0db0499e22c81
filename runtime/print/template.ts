import { compileLine, compileTemplate } from './compile'
import { textOfHtml } from './escape'
import { fillParts } from './fill'
import { pathText, type Term } from './place'
import { COUNTER_NAMES, type FillOptions, type PrintData } from './scope'

export { BARCODE_LINE, IMAGE_SIZE } from './functions'
export type { FillOptions, PrintData } from './scope'

/**
 * A template's HTML with a record's values in its places. The template is trusted to be sanitised; values are escaped, and braces in
 * them are no places. A place stands in braces between tags; one in an attribute is not touched, and one that says nothing known
 * prints nothing (`spec/widgets.md §8`).
 *
 * **Places.** `{field}` and `{table.column}` print the text of a value. Functions print its raw value:
 * - `{thousands(f)}` 1,234.5, `{thousands(f, 2)}` with so many decimals; `{amount(f)}` in capital Chinese numerals; `{ago(f)}` how
 *   long before the print; `{date(f, "yyyy-MM-dd")}` of milliseconds or of a date's text, `yyyy-MM-dd HH:mm:ss` unless it is said;
 *   `{dict(f, "id")}` the name in a dictionary (`FillOptions.dictionary`), or the value itself.
 * - `{sum(table.column)}`, `avg`, `min`, `max`: nothing where no value is a number; `count`: lines with a value. They stay out of
 *   what repeats a row.
 * - `{qrcode(f, 265)}` and `{image(f, 100)}` with a width, `{barcode(f, 80)}` with a height, in pixels. They are left as
 *   `<img data-print>` for `renderers/print` to draw, and stand alone; the others take one another:
 *   `{amount(sum(items.total))}`. A text in quotes and a number are values too: `{qrcode("A-1", 120)}`.
 * - `{systemPrinter}`, `{printer.name}`, `{printer.account}`, `{systemPrintTime}`, `{systemApprovalContent}`, `{systemCopy}`, and
 *   `{index}`, the number of a repeated row's line.
 *
 * **Rows.** A `<tr>` that names columns of a sub-table is repeated for each of its lines; with `data-fill="10"` rows with empty cells
 * follow until there are ten. A table within a row has rows of its own. Sub-tables also go by `T1`, `T2` in their order.
 *
 * **Conditions.** `{if expression}…{/if}` in the expression language: `field` is the raw value, `field_name` its text, a sub-table a
 * list; in a repeated row it is the line, and `index` its number. The two marks stand among the same siblings, or one is the first
 * and the other the last that is in theirs, which then go as a whole: paragraphs, rows, cells. A paragraph or row that is emptied so
 * vanishes. They nest, and a template has 400 marks at the most. An unmatched mark hides nothing; nor does an expression that cannot be read.
 */
export function fillTemplate(template: string, data: PrintData, options: FillOptions): string {
  return fillParts(compileTemplate(template).parts, { ...options, data, lines: [], isLine: false })
}

/** A value that says `{page}` counts nothing. */
const COUNTER = /\{(pages?)\}/g

/** A line of plain text with a record's values in its places, as in a template; `${name}` is `{name}`. `{page}` and `{pages}` stay. */
export function fillLine(line: string, data: PrintData, options: FillOptions): string {
  const shown = (html: string, term: Term) =>
    term.kind === 'path' && COUNTER_NAMES.has(pathText(term)) ? html : html.replace(COUNTER, '($1)')
  return textOfHtml(fillParts(compileLine(line).parts, { ...options, data, lines: [], isLine: true }, shown))
}
