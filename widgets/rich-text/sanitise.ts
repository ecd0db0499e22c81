import { allowedAttribute, MARKUP_ATTRIBUTES, MARKUP_DROPPED, MARKUP_TAGS } from '@runtime/widget/markup'
import createPurifier from 'dompurify'

const purifier = createPurifier(window)

purifier.addHook('uponSanitizeAttribute', (node, data) => {
  const allowed = allowedAttribute(node.nodeName.toLowerCase(), data.attrName, data.attrValue)
  data.keepAttr = allowed !== null
  if (allowed !== null) data.attrValue = allowed
})

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node instanceof HTMLAnchorElement) {
    node.target = '_blank'
    node.rel = 'noopener noreferrer'
  }
  if (node instanceof HTMLImageElement) hold(node)
})

/**
 * HTML with nothing in it but what `runtime/widget/markup.ts` allows, ready to be drawn: its images are held back, since
 * their bytes come by right (`showImages`).
 */
export function sanitise(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...MARKUP_TAGS],
    ALLOWED_ATTR: [...MARKUP_ATTRIBUTES, 'target', 'rel', STORED],
    FORBID_CONTENTS: [...MARKUP_DROPPED],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

/** Where an image's own address waits while the page draws another. */
export const STORED = 'data-stored'

function hold(image: HTMLImageElement): void {
  const src = image.getAttribute('src')
  if (src === null) return
  image.removeAttribute('src')
  image.setAttribute(STORED, src)
}

/** Draws the images that are held back below an element. */
export function showImages(root: ParentNode, read: ((url: string) => Promise<string>) | undefined): void {
  for (const image of root.querySelectorAll<HTMLImageElement>(`img[${STORED}]:not([src])`)) {
    const url = image.getAttribute(STORED) ?? ''
    // Marked at once, so that the next look does not ask again.
    image.setAttribute('src', EMPTY)
    read?.(url).then(
      (src) => image.setAttribute('src', src),
      () => image.classList.add('loam-rich-broken'),
    )
  }
}

const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** What an editor's element holds, as it is kept: images by their own addresses, without the editor's handles. */
export function storedHtml(root: HTMLElement): string {
  const copy = root.cloneNode(true) as HTMLElement
  for (const handle of copy.querySelectorAll('.ql-ui')) handle.remove()
  for (const image of copy.querySelectorAll('img')) {
    const url = image.getAttribute(STORED)
    image.removeAttribute(STORED)
    image.removeAttribute('class')
    if (url === null) image.remove()
    else image.setAttribute('src', url)
  }
  const html = copy.innerHTML
  return html === '<p><br></p>' ? '' : html
}
