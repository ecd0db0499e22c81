import { tablesNamed } from './compile'
import { textOfHtml } from './escape'
import { attributeOf, decodeCalls, decodeWrittenTags, drawnOf, isDrawn, pathOf } from './foreign-places'
import { faultOf } from './functions'
import { allowedPrintAttribute, PRINT_TAGS } from './markup'
import { SYSTEM_NAMES } from './scope'
import { tokensOf } from './tokens'
import { type Branch, type ElementNode, type Node, treeOf } from './tree'

/** Something of a template that is not printed. */
export interface Lost {
  /** The name of the function or the tag, or the place as it is written. */
  readonly what: string
  readonly why: 'function' | 'tag' | 'place'
  readonly count: number
}

export interface DecodedTemplate {
  /** In our dialect, yet to be sanitised. */
  readonly template: string
  /** Places that are printed, as they are written now, each once. */
  readonly kept: readonly string[]
  readonly lost: readonly Lost[]
  /** False: it is none of the other dialect, and stays as it is. */
  readonly isForeign: boolean
}

const FOREIGN =
  /\sdata-tag\s*=|wk-print-tag|(?:大写金额|千位分隔符|数据字典|日期选择)\s*[(（]|(?:<|&lt;)(?:qrCode|barCode)\b|&lt;\/?img\b|<!--\s*pagebreak\s*-->|mce-pagebreak|\{\s*headTable\./i
const BREAK = '<div style="page-break-after: always"></div>'
const PAGE_BREAK =
  /<p\b[^<>]*>(?:\s|&nbsp;)*<!--\s*pagebreak\s*-->(?:\s|&nbsp;)*<\/p>|<!--\s*pagebreak\s*-->|<img\b[^<>]*\bmce-pagebreak\b[^<>]*>/gi
const HEAD = /\{\s*headTable\.([\p{L}\p{N}_]+)\s*\}/gu

/**
 * A template of the low-code platforms whose editor writes `<span data-tag="headTable.no">{no}</span>`, in our dialect. Their
 * functions (`大写金额`, `千位分隔符`, `数据字典`, `日期选择`), text tags (`<qrCode>`, `<barCode>`, `<img>`) and page breaks are said
 * in ours; everything else stays, and what neither the sanitiser nor our dialect lets through is told.
 */
export function decodeForeign(html: string): DecodedTemplate {
  const losses = new Map<string, Lost>()
  const lose = (what: string, why: Lost['why']) => {
    const key = `${why} ${what}`
    losses.set(key, { what, why, count: (losses.get(key)?.count ?? 0) + 1 })
  }
  const isForeign = FOREIGN.test(html)
  const template = isForeign ? decoded(html, lose) : html
  const kept = placesIn(template, lose)
  tagsLost(template, lose)
  return { template, kept, lost: [...losses.values()], isForeign }
}

type Lose = (what: string, why: Lost['why']) => void

function decoded(html: string, lose: Lose): string {
  const spans = inside(treeOf(html.replace(PAGE_BREAK, BREAK)).root, lose)
  const tags = decodeWrittenTags(spans.replace(HEAD, '{$1}'), (name) => lose(name, 'tag'))
  return decodeCalls(tags, (call) => lose(call, 'place'))
}

function inside({ children }: Branch, lose: Lose): string {
  return children.map((child) => written(child, lose)).join('')
}

function written(node: Node, lose: Lose): string {
  if (node.kind === 'region') return inside(node, lose)
  if (node.kind !== 'element') return node.raw
  if (isDrawn(node.name)) return drawn(node, lose)
  const tag = node.name === 'span' ? attributeOf(node.open, 'data-tag') : undefined
  return tag === undefined ? `${node.open}${inside(node, lose)}${node.close}` : tagged(node, tag, lose)
}

function drawn(node: ElementNode, lose: Lose): string {
  const content = inside(node, lose)
  const place = isDrawn(node.name) ? drawnOf(node.name, node.open, content) : null
  if (place === null) lose(node.name, 'tag')
  return place ?? content
}

/** Spans around a call of theirs say which. */
const CALLS = new Set(['thousands', 'isAmountChinese', 'null', ''])

function tagged(node: ElementNode, tag: string, lose: Lose): string {
  const content = inside(node, lose)
  const style = attributeOf(node.open, 'style')
  const path = tag.includes('.') ? tagPath(tag, textOfHtml(content)) : null
  if (path === null && !CALLS.has(tag) && !SYSTEM_NAMES.has(tag)) lose(tag, 'function')
  const said = path === null ? content : `{${path}}`
  return style === undefined ? said : `<span style="${style.replace(/"/g, '&quot;')}">${said}</span>`
}

/** The text names the field, and the tag its table; where the text is a title, the tag names both. */
function tagPath(tag: string, text: string): string | null {
  const [table = '', column = ''] = tag.split('.')
  const named = /\{\s*(?:\w+\.)?(\w+)\s*\}/.exec(text)?.[1]
  return pathOf(`${table}.${named ?? column}`)
}

function placesIn(template: string, lose: Lose): readonly string[] {
  const { root, named } = treeOf(template)
  const apart = new Set(placesApart(root))
  const kept = new Set<string>()
  for (const node of named) {
    const fault = node.kind === 'mark' ? node.fault : node.term ? faultOf(node.term) : 'syntax'
    if (fault === 'function' && node.kind === 'place' && node.term?.kind === 'call')
      lose(node.term.name, 'function')
    else if (fault !== null || apart.has(node)) lose(node.raw, 'place')
    else kept.add(node.raw)
  }
  return [...kept]
}

/** Columns of a sub-table that are in no row: theirs join the lines, ours has none there. */
function placesApart(branch: Branch): readonly Node[] {
  return branch.children.flatMap((child) => {
    if (child.kind === 'place') return child.term && tablesNamed(child.term).length > 0 ? [child] : []
    return child.kind === 'element' && child.name !== 'tr' ? placesApart(child) : []
  })
}

function tagsLost(template: string, lose: Lose): void {
  const allowed = new Set(PRINT_TAGS)
  for (const token of tokensOf(template)) {
    if (token.kind !== 'open') continue
    const source = token.name === 'img' ? (attributeOf(token.raw, 'src') ?? '') : null
    const isDropped = source !== null && allowedPrintAttribute('img', 'src', source) === null
    if (isDropped || !allowed.has(token.name)) lose(token.name, 'tag')
  }
}
