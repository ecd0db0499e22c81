import { allowedAttribute } from '@runtime/widget/markup'
import { STORED } from '@widgets/rich-text/sanitise'
import createPurifier from 'dompurify'
import { Marked } from 'marked'

/** Headings of a text stand below those of the page around, which begin with the first and second. */
const BELOW = 2
const DEEPEST = 6

const marked = new Marked({
  gfm: true,
  renderer: {
    // Markup in a text is text.
    html: ({ text }) => escaped(text),
    heading({ tokens, depth }) {
      const level = Math.min(depth + BELOW, DEEPEST)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
    },
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  },
})

const TAGS = [
  ...[
    'p',
    'br',
    'h3',
    'h4',
    'h5',
    'h6',
    'strong',
    'em',
    'del',
    'blockquote',
    'pre',
    'code',
    'ol',
    'ul',
    'li',
  ],
  ...['a', 'img', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

const purifier = createPurifier(window)

purifier.addHook('uponSanitizeAttribute', (node, data) => {
  const tag = node.nodeName.toLowerCase()
  if (data.attrName === 'align') data.keepAttr = /^(left|center|right)$/.test(data.attrValue)
  else if (data.attrName === 'start') data.keepAttr = /^\d{1,6}$/.test(data.attrValue)
  else data.keepAttr = allowedAttribute(tag, data.attrName, data.attrValue) !== null
})

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node instanceof HTMLAnchorElement) {
    node.target = '_blank'
    node.rel = 'noopener noreferrer'
  }
  // Its bytes come by right: `showImages` fetches them.
  const src = node instanceof HTMLImageElement ? node.getAttribute('src') : null
  if (src === null) return
  node.removeAttribute('src')
  node.setAttribute(STORED, src)
})

/** A text in Markdown as HTML that is ready to be drawn: nothing in it runs, and nothing is fetched from elsewhere. */
export function htmlOf(text: string): string {
  return purifier.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'align', 'start', 'target', 'rel', STORED],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
