/**
 * What rich text may hold, once for the browser and the server: what the editor of `spec/widgets.md §9` writes and nothing
 * else. Whatever is not said here is taken out.
 */
export const MARKUP_TAGS: readonly string[] = [
  ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup'],
  ...['blockquote', 'pre', 'code', 'ol', 'ul', 'li', 'a', 'img', 'span', 'div'],
]

/** Taken out with all that is in them; of other unknown elements the text stays. */
export const MARKUP_DROPPED: readonly string[] = [
  ...['script', 'style', 'iframe', 'object', 'embed', 'template', 'noscript', 'textarea', 'select', 'option'],
  ...['svg', 'math', 'title', 'head', 'link', 'meta', 'base', 'form', 'video', 'audio', 'xmp', 'plaintext'],
]

export const MARKUP_ATTRIBUTES: readonly string[] = [
  ...['class', 'style', 'href', 'src', 'alt', 'width', 'height', 'data-list', 'spellcheck'],
]

const CLASS =
  /^ql-(size-(small|large|huge)|align-(center|right|justify)|direction-rtl|indent-[1-9]|syntax|code-block|code-block-container)$/

const COLOUR = /^(#[\da-f]{3,8}|rgba?\([\d\s.,%/]{1,40}\)|[a-z]{3,20})$/i
const STYLES: Readonly<Record<string, RegExp>> = {
  color: COLOUR,
  'background-color': COLOUR,
  'text-align': /^(left|center|right|justify)$/,
}

/** Images are the product's own files, never bytes in the text and never another's server. */
const IMAGE = /^\/api\/file\/Image\/[A-Za-z]{1,32}\/([\da-f]{32}(?:\.[a-z\d]{1,16})?)$/
const LINK = /^(https?:\/\/|mailto:|tel:|\/(?!\/|\\)|#)/i

/** A link that leads to a page, a mail or a telephone, and not to a script. */
export function isSafeLink(href: string): boolean {
  // Browsers pass over control characters and blanks inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is passed over.
  return LINK.test(href.replace(/[\u0000-\u0020\u007f-\u00a0]/g, ''))
}

/** The value that an attribute may have; null when it may not be there. */
export function allowedAttribute(tag: string, name: string, value: string): string | null {
  switch (name) {
    case 'class':
      return joined(
        value.split(/\s+/).filter((word) => CLASS.test(word)),
        ' ',
      )
    case 'style':
      return joined(value.split(';').flatMap(allowedStyle), '; ')
    case 'href':
      return tag === 'a' && isSafeLink(value) ? value : null
    case 'src':
      return tag === 'img' && IMAGE.test(value) ? value : null
    case 'alt':
      return tag === 'img' ? value : null
    case 'width':
    case 'height':
      return tag === 'img' && /^\d{1,4}(px|%)?$/.test(value) ? value : null
    case 'data-list':
      return tag === 'li' && /^(ordered|bullet|checked|unchecked)$/.test(value) ? value : null
    case 'spellcheck':
      return value === 'false' ? value : null
    default:
      return null
  }
}

function joined(parts: readonly string[], by: string): string | null {
  return parts.length === 0 ? null : parts.join(by)
}

function allowedStyle(declaration: string): string[] {
  const colon = declaration.indexOf(':')
  const property = declaration.slice(0, colon).trim().toLowerCase()
  const value = declaration.slice(colon + 1).trim()
  return Object.hasOwn(STYLES, property) && STYLES[property]?.test(value) ? [`${property}: ${value}`] : []
}

/** The names of the files that a text shows as images. */
export function imagesIn(html: unknown): readonly string[] {
  if (typeof html !== 'string') return []
  return [...html.matchAll(/\ssrc\s*=\s*["']?([^"'\s>]+)/gi)].flatMap(
    ([, src = '']) => IMAGE.exec(src)?.[1] ?? [],
  )
}
