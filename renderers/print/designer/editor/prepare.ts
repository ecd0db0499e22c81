import { PRINT_TAGS } from '@runtime/print/markup'
import { MARKUP_DROPPED } from '@runtime/widget/markup'
import { keptOf } from './kept'

const TEXT_BLOCK = /^(p|h[1-6]|pre)$/
const CONTAINER = /^(body|div|blockquote|li|td|th)$/
const BLOCK =
  /^(p|h[1-6]|pre|div|blockquote|li|td|th|ul|ol|hr|table|caption|colgroup|col|thead|tbody|tfoot|tr)$/
const PLACE = /\{([^{}]{0,200})\}/g

/**
 * Reads HTML into an element whose structure the editor's schema takes as it is: nothing in it but what paper allows, texts
 * that stand in no paragraph in one that is marked `data-bare`, places as `<span data-place>`. Nothing of it is fetched or run.
 */
export function prepared(html: string): HTMLElement {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  strip(body)
  tidy(body)
  markPlaces(body)
  return body
}

/** The same of what is pasted, whose texts stand as is usual where they come. */
export function preparedPaste(html: string): string {
  const body = prepared(html)
  for (const paragraph of body.querySelectorAll<HTMLElement>(':scope > p[data-bare]'))
    paragraph.dataset['bare'] = 'usual'
  return body.innerHTML
}

function strip(body: HTMLElement): void {
  for (const element of body.querySelectorAll(MARKUP_DROPPED.join())) element.remove()
  for (const element of [...body.querySelectorAll('*')])
    if (!PRINT_TAGS.includes(element.localName)) element.replaceWith(...element.childNodes)
  const comments = body.ownerDocument.createNodeIterator(body, NodeFilter.SHOW_COMMENT)
  for (let node = comments.nextNode(); node; node = comments.nextNode()) node.parentNode?.removeChild(node)
  for (const { tHead, tFoot, tBodies } of body.querySelectorAll('table')) {
    // Where they are printed, wherever they were written.
    if (tHead) tBodies[0]?.before(tHead)
    if (tFoot) [...tBodies].at(-1)?.after(tFoot)
  }
  body.normalize()
  for (const element of body.querySelectorAll('strong, b, em, i, u, s, sub, sup, code, a')) moveStyle(element)
}

/** A mark says nothing but itself: how it looks besides is said by a span in it. */
function moveStyle(element: Element): void {
  const kept = Object.entries(keptOf(element, ['href', 'spellcheck']))
  if (kept.length === 0) return
  const span = element.ownerDocument.createElement('span')
  for (const [name, value] of kept) span.setAttribute(name, value)
  span.append(...element.childNodes)
  element.append(span)
}

const isBlock = (node: Node): node is Element => node instanceof Element && BLOCK.test(node.localName)
const isBlank = (node: Node) =>
  node.nodeType === Node.TEXT_NODE && /^[ \t\r\n\f]*$/.test(node.nodeValue ?? '')

function tidy(element: Element): void {
  for (const child of [...element.children]) if (!isBlock(child)) pushDown(child)
  if (TEXT_BLOCK.test(element.localName)) tidyText(element)
  else if (CONTAINER.test(element.localName)) tidyContainer(element)
  else {
    for (const node of [...element.childNodes]) if (isBlank(node)) node.remove()
    for (const child of element.children) tidy(child)
  }
}

function tidyContainer(element: Element): void {
  let run: Node[] = []
  const close = () => {
    if (run.every(isBlank)) for (const node of run) (node as ChildNode).remove()
    else wrap(run)
    run = []
  }
  for (const node of [...element.childNodes]) {
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    close()
    tidy(node)
  }
  close()
  if (!element.hasChildNodes() && !isPageBreak(element)) wrap([], element)
}

/** An inline element around blocks goes around the texts in them instead. */
function pushDown(element: Element): void {
  if (![...element.querySelectorAll('*')].some(isBlock)) return
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  for (const text of texts) {
    if (isBlank(text)) continue
    const around = element.cloneNode(false) as Element
    text.replaceWith(around)
    around.append(text)
  }
  element.replaceWith(...element.childNodes)
}

function wrap(run: readonly Node[], into?: Element): void {
  const parent = into ?? run[0]?.parentNode
  const paragraph = parent?.ownerDocument?.createElement('p')
  if (!parent || !paragraph) return
  paragraph.dataset['bare'] = 'yes'
  parent.insertBefore(paragraph, run[0] ?? null)
  paragraph.append(...run)
  tidyText(paragraph)
}

/** White space as it is printed; a line that only fills its paragraph is no content of it. */
function tidyText(element: Element): void {
  const leaves = [...element.querySelectorAll('br, img')]
  if (/^[ \t\r\n\f]*$/.test(element.textContent ?? '')) {
    if (leaves.length === 0) element.setAttribute('data-hollow', '')
    if (leaves.length === 1 && leaves[0]?.localName === 'br') element.replaceChildren()
  }
  if (element.closest('pre, [style*="pre-wrap"]')) return
  collapse(element)
}

/** Blanks beside each other are one, and none where a line begins or the block ends. */
function collapse(element: Element): void {
  const walker = element.ownerDocument.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
  )
  let isSpaced = true
  /** The text that nothing comes after yet. */
  let last: Text | null = null
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      const value = node.data.replace(/[ \t\r\n\f]+/g, ' ')
      node.data = isSpaced ? value.replace(/^ /, '') : value
      if (node.data === '') continue
      isSpaced = node.data.endsWith(' ')
      last = node
    } else if (node.nodeName === 'BR' || node.nodeName === 'IMG') {
      isSpaced = node.nodeName === 'BR'
      last = null
    }
  }
  if (last) last.data = last.data.replace(/ $/, '')
}

function textsIn(element: Element): readonly Text[] {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
  return texts
}

function markPlaces(body: HTMLElement): void {
  for (const text of textsIn(body)) {
    const pieces = text.data.split(PLACE)
    if (pieces.length === 1) continue
    // Texts and what stands between braces by turns.
    const nodes = pieces.map((piece, at) => {
      if (at % 2 === 0) return piece
      const span = body.ownerDocument.createElement('span')
      span.setAttribute('data-place', piece)
      return span
    })
    text.replaceWith(...nodes.filter((node) => node !== ''))
  }
}

/** `<div style="page-break-after: always"></div>`, and nothing else. */
export function isPageBreak(element: Element): boolean {
  const { style, ...others } = keptOf(element)
  return (
    element.localName === 'div' &&
    style === 'page-break-after: always' &&
    Object.keys(others).length === 0 &&
    [...element.childNodes].every(isBlank)
  )
}
