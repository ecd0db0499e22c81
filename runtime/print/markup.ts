import { allowedAttribute, MARKUP_ATTRIBUTES, MARKUP_TAGS } from '../widget/markup'

/** What a print template may hold: what rich text may, and tables with the styles of paper. */
export const PRINT_TAGS: readonly string[] = [
  ...MARKUP_TAGS,
  ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'hr'],
]

export const PRINT_ATTRIBUTES: readonly string[] = [
  ...MARKUP_ATTRIBUTES,
  ...['colspan', 'rowspan', 'span', 'border', 'align', 'valign', 'data-fill'],
]

const COLOUR = /^(#[\da-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|[a-z]{3,20})$/i
const LENGTHS =
  /^(auto|0|\d{1,4}(\.\d{1,3})?(px|pt|mm|cm|em|%))(\s+(auto|0|\d{1,4}(\.\d{1,3})?(px|pt|mm|cm|em|%))){0,3}$/
const BORDER = /^(none|0|\d{1,2}(px|pt) (solid|dashed|dotted|double)( (#[\da-f]{3,8}|[a-z]{3,20}))?)$/i

const STYLES: Readonly<Record<string, RegExp>> = {
  __proto__: null as never,
  color: COLOUR,
  'background-color': COLOUR,
  'text-align': /^(left|center|right|justify)$/,
  'vertical-align': /^(top|middle|bottom|baseline)$/,
  'font-size': LENGTHS,
  'font-weight': /^(normal|bold|[1-9]00)$/,
  'font-style': /^(normal|italic)$/,
  'text-decoration': /^(none|underline|line-through)$/,
  'line-height': /^\d(\.\d{1,2})?$/,
  'letter-spacing': LENGTHS,
  width: LENGTHS,
  height: LENGTHS,
  margin: LENGTHS,
  padding: LENGTHS,
  border: BORDER,
  'border-top': BORDER,
  'border-right': BORDER,
  'border-bottom': BORDER,
  'border-left': BORDER,
  'border-collapse': /^(collapse|separate)$/,
  'table-layout': /^(auto|fixed)$/,
  'white-space': /^(normal|nowrap|pre-wrap)$/,
  'page-break-before': /^(auto|always|avoid)$/,
  'page-break-after': /^(auto|always|avoid)$/,
  'page-break-inside': /^(auto|avoid)$/,
}

/** The value that an attribute of a template may have; null when it may not be there. */
export function allowedPrintAttribute(tag: string, name: string, value: string): string | null {
  switch (name) {
    case 'style': {
      const kept = value.split(';').flatMap(allowedStyle)
      return kept.length === 0 ? null : kept.join('; ')
    }
    case 'colspan':
    case 'rowspan':
      return /^(td|th)$/.test(tag) && /^\d{1,3}$/.test(value) ? value : null
    case 'span':
      return /^(colgroup|col)$/.test(tag) && /^\d{1,3}$/.test(value) ? value : null
    case 'data-fill':
      return tag === 'tr' && /^\d{1,3}$/.test(value) ? value : null
    case 'border':
      return tag === 'table' && /^\d{1,2}$/.test(value) ? value : null
    case 'align':
      return /^(left|center|right)$/.test(value) ? value : null
    case 'valign':
      return /^(top|middle|bottom)$/.test(value) ? value : null
    case 'width':
    case 'height':
      return /^(img|table|col|td|th|tr)$/.test(tag) && /^\d{1,4}(px|%)?$/.test(value) ? value : null
    default:
      return allowedAttribute(tag, name, value)
  }
}

function allowedStyle(declaration: string): string[] {
  const colon = declaration.indexOf(':')
  const property = declaration.slice(0, colon).trim().toLowerCase()
  const value = declaration.slice(colon + 1).trim()
  return STYLES[property]?.test(value) ? [`${property}: ${value}`] : []
}
