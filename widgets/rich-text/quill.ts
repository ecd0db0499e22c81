import { allowedAttribute, isSafeLink } from '@runtime/widget/markup'
import { Quill } from 'react-quill'
import { STORED } from './sanitise'

/** What the toolbar offers (`spec/widgets.md §9`), group by group. */
export const TOOLBAR = [
  ['bold', 'italic', 'underline', 'strike'],
  [{ header: [1, 2, 3, 4, 5, 6, false] }],
  [{ size: ['small', false, 'large', 'huge'] }],
  [{ color: [] }, { background: [] }],
  ['blockquote', 'code-block'],
  [{ list: 'ordered' }, { list: 'bullet' }],
  [{ indent: '-1' }, { indent: '+1' }],
  [{ align: [] }],
  [{ direction: 'rtl' }],
  ['clean'],
  ['link', 'image'],
]

/** What a text may be made of; whatever else is pasted loses its looks and keeps its words. */
export const FORMATS = [
  ...['bold', 'italic', 'underline', 'strike', 'header', 'size', 'color', 'background', 'blockquote'],
  ...['code-block', 'list', 'indent', 'align', 'direction', 'link', 'image'],
]

interface ImageClass {
  new (...args: never[]): object
  create(value: unknown): HTMLElement
}
const Image = Quill.import('formats/image') as unknown as ImageClass

/** An image of the product's own: it keeps its address aside, since the page draws its bytes from another. */
class StoredImage extends Image {
  static override create(value: unknown): HTMLElement {
    const node = Image.create.call(StoredImage, '')
    node.removeAttribute('src')
    const url = allowedAttribute('img', 'src', String(value))
    if (url !== null) node.setAttribute(STORED, url)
    return node
  }

  static value(node: HTMLElement): string | null {
    return node.getAttribute(STORED) ?? allowedAttribute('img', 'src', node.getAttribute('src') ?? '')
  }
}

interface LinkClass {
  sanitize(url: string): string
}

let isRegistered = false

/** Gives the library our image and our judgement of links; once. */
export function registerFormats(): void {
  if (isRegistered) return
  isRegistered = true
  Quill.register('formats/image', StoredImage as never, true)
  const Link = Quill.import('formats/link') as unknown as LinkClass
  Link.sanitize = (url) => (isSafeLink(url) ? url : 'about:blank')
}
