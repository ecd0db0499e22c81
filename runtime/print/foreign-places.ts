import { decodeEntities, textOfHtml } from './escape'
import { faultOf } from './functions'
import { piecesOf } from './place'

/** What a place says in the other dialect, as one of ours; null: ours cannot say it. */
export type Said = string | null

/** `headTable.no` is `no`; `T1.name` and `items.name` stay. Null: it is no path. */
export function pathOf(written: string): string | null {
  const path = written.trim().replace(/^headTable\./, '')
  return /^[\p{L}\p{N}_]+(?:\.[\p{L}\p{N}_]+)?$/u.test(path) ? path : null
}

/** An attribute of a start tag, its entities read; undefined: it has none of that name. */
export function attributeOf(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag)
  const value = match?.[1] ?? match?.[2] ?? match?.[3]
  return value === undefined ? undefined : decodeEntities(value)
}

/** Their functions and ours. */
const FUNCTIONS: Readonly<
  Record<string, { readonly name: string; readonly option?: 'number' | 'text' | 'format' }>
> = {
  大写金额: { name: 'amount' },
  千位分隔符: { name: 'thousands', option: 'number' },
  数据字典: { name: 'dict', option: 'text' },
  日期选择: { name: 'date', option: 'format' },
}
const CALL = new RegExp(
  `(\\{\\s*)?(${Object.keys(FUNCTIONS).join('|')})\\s*[(（]((?:[^()（）<]|<[^<>]{0,500}>){0,2000}?)[)）](\\s*\\})?`,
  'g',
)

/** Replaces the calls of a text of HTML, tags within them or none; `lost` is told of those that ours cannot say. */
export function decodeCalls(html: string, lost: (written: string) => void): string {
  return html.replace(CALL, (whole, before = '', name: string, inner: string, after = '') => {
    const place = callOf(name, textOfHtml(inner))
    if (place === null) {
      lost(textOfHtml(`${name}(${inner})`))
      return whole
    }
    // What began or ended within the call is left around it.
    const tags = inner.match(/<[^<>]*>/g) ?? []
    const isBalanced = tags.filter((tag) => tag.startsWith('</')).length * 2 === tags.length
    const [open, close] = before !== '' && after !== '' ? ['', ''] : [before, after]
    return `${open}${place}${isBalanced ? '' : tags.join('')}${close}`
  })
}

function callOf(name: string, inner: string): Said {
  const known = FUNCTIONS[name]
  const [, value = '', , option] = /^([^,，]*)([,，](.*))?$/s.exec(inner.trim()) ?? []
  const of = argumentOf(value)
  if (!known || of === null) return null
  const said = option?.trim().replace(/^["'“‘]|["'”’]$/g, '') ?? ''
  if (said === '' || known.option === undefined) return checked(`{${known.name}(${of})}`)
  const written = known.option === 'format' ? said.replace(/Y/g, 'y').replace(/D/g, 'd') : said
  return checked(`{${known.name}(${of},${known.option === 'number' ? written : `"${written}"`})}`)
}

/** `{no}`, `no`, or a number. */
function argumentOf(written: string): string | null {
  const text = written.trim()
  return pathOf(/^\{([^{}]*)\}$/.exec(text)?.[1] ?? text)
}

function checked(place: string): Said {
  const [piece, ...more] = piecesOf(place)
  const term = piece?.kind === 'place' && more.length === 0 ? piece.term : null
  return term && faultOf(term) === null ? place : null
}

const DRAWN = { qrcode: 'width', barcode: 'height', img: 'width' } as const
export type Drawn = keyof typeof DRAWN

export function isDrawn(name: string): name is Drawn {
  return Object.hasOwn(DRAWN, name)
}

/** What is drawn of a value, which stands in the tag or, of an image, is its source; the size is the tag's own. */
export function drawnOf(name: Drawn, tag: string, content: string): Said {
  const source = name === 'img' ? attributeOf(tag, 'src') : undefined
  const written = textOfHtml(content).trim() || (source ?? '')
  const path = /^\{([^{}]*)\}$/.exec(written)?.[1]
  const value = path === undefined ? textValue(name, written) : pathOf(path)
  if (value === null) return null
  const size = /^\s*([1-9]\d{0,3})(?:px)?\s*$/.exec(attributeOf(tag, DRAWN[name]) ?? '')?.[1]
  return checked(`{${name === 'img' ? 'image' : name}(${[value, size].filter(Boolean).join(',')})}`)
}

/** A code may hold a text that is always the same; a picture from another server is none of ours. */
function textValue(name: Drawn, text: string): string | null {
  return name === 'img' || text === '' || /["{}<>&]/.test(text) ? null : `"${text}"`
}

const WRITTEN_TAG =
  /&lt;(qrCode|barCode|img)\b((?:(?!&gt;)[\s\S]){0,500})&gt;(?:((?:(?!&lt;(?:qrCode|barCode|img)\b)[\s\S]){0,2000}?)&lt;\/\1\s*&gt;)?/gi
const IMAGE = /<img\b[^<>]*>(?:\s*(\{[^{}<>]*\})\s*<\/img>)?/gi

/** Replaces tags that are written as text, `&lt;qrCode width="100"&gt;{no}&lt;/qrCode&gt;`, and images of a place. */
export function decodeWrittenTags(html: string, lost: (name: string) => void): string {
  return html
    .replace(WRITTEN_TAG, (_, written: string, attributes: string, content = '') => {
      const name = written.toLowerCase()
      const place = isDrawn(name)
        ? drawnOf(name, decodeEntities(` ${textOfHtml(attributes)}`), content)
        : null
      if (place === null) lost(written)
      return place ?? content
    })
    .replace(IMAGE, (tag, content = '') => {
      const isPlace = content !== '' || /^\{/.test(attributeOf(tag, 'src') ?? '')
      return (isPlace ? drawnOf('img', tag, content) : null) ?? tag
    })
}
