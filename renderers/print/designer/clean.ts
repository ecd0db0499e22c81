import { allowedPrintAttribute, PRINT_ATTRIBUTES, PRINT_TAGS } from '@runtime/print/markup'
import { MARKUP_DROPPED } from '@runtime/widget/markup'
import createPurifier from 'dompurify'

export interface Cleaned {
  readonly html: string
  /** What was taken out, each once: `<script>`, `onclick`, `position` of a style. */
  readonly removed: readonly string[]
}

/** HTML of a template with nothing in it but what `runtime/print/markup.ts` allows. */
export function cleanTemplate(html: string): Cleaned {
  const removed = new Set<string>()
  const purifier = createPurifier(window)
  purifier.addHook('uponSanitizeElement', (_node, { tagName, allowedTags }) => {
    if (!allowedTags[tagName] && !tagName.startsWith('#') && !STRUCTURE.has(tagName))
      removed.add(`<${tagName}>`)
  })
  purifier.addHook('uponSanitizeAttribute', (node, data) => {
    const allowed = allowedPrintAttribute(node.nodeName.toLowerCase(), data.attrName, data.attrValue)
    data.keepAttr = allowed !== null
    if (allowed === null) removed.add(data.attrName)
    else {
      for (const property of lostStyles(data.attrName, data.attrValue, allowed)) removed.add(property)
      data.attrValue = allowed
    }
  })
  const kept = purifier.sanitize(html, {
    ALLOWED_TAGS: [...PRINT_TAGS],
    ALLOWED_ATTR: [...PRINT_ATTRIBUTES],
    FORBID_CONTENTS: [...MARKUP_DROPPED],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
  return { html: kept, removed: [...removed] }
}

/** What the purifier itself puts around what it reads. */
const STRUCTURE = new Set(['html', 'head', 'body'])

function lostStyles(name: string, before: string, after: string): readonly string[] {
  if (name !== 'style') return []
  const kept = new Set(propertiesOf(after))
  return propertiesOf(before).filter((property) => !kept.has(property))
}

function propertiesOf(style: string): readonly string[] {
  return style
    .split(';')
    .map((declaration) => declaration.slice(0, declaration.indexOf(':')).trim().toLowerCase())
    .filter(Boolean)
}

/** What begins a line of its own in the source; the spaces between such tags are nothing on paper. */
const LINES =
  /(<\/(?:p|h[1-6]|li|tr|td|th|colgroup|thead|tbody|table|ul|ol|div|blockquote)>|<hr[^>]*>|<(?:table|thead|tbody|tr|colgroup|ul|ol)\b[^>]*>)(?=<)/g

/** A template's HTML, a tag of a block to a line. */
export function sourceLines(html: string): string {
  return html.replace(LINES, '$1\n')
}
