import { allowedPrintAttribute } from '@runtime/print/markup'
import { Node } from '@tiptap/core'
import type { Kept } from '../kept'
import { keptAttribute } from './attributes'

interface PictureOptions {
  /** The bytes of one of the product's own files as an address that a page may draw; absent: nothing is drawn. */
  readonly read: ((url: string) => Promise<string>) | undefined
}

/** A picture of the product's own files, by its address. */
export const PictureNode = Node.create<PictureOptions>({
  name: 'picture',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ read: undefined }),
  addAttributes: () => ({
    ...keptAttribute(['src']),
    src: { default: '', parseHTML: (element) => element.getAttribute('src') ?? '' },
  }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element) =>
        allowedPrintAttribute('img', 'src', element.getAttribute('src') ?? '') === null ? false : null,
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView() {
    const { read } = this.options
    return ({ node }) => {
      const dom = document.createElement('img')
      let drawn: string | null = null
      const draw = ({ attrs }: typeof node) => {
        for (const name of ['style', 'class', 'width', 'height', 'alt']) dom.removeAttribute(name)
        for (const [name, value] of Object.entries(attrs['kept'] as Kept)) dom.setAttribute(name, value)
        if (attrs['src'] === drawn) return
        drawn = attrs['src'] as string
        dom.dataset['src'] = drawn
        read?.(drawn).then(
          (src) => dom.setAttribute('src', src),
          () => dom.classList.add('loam-print-broken'),
        )
      }
      draw(node)
      return {
        dom,
        update(next) {
          if (next.type !== node.type) return false
          draw(next)
          return true
        },
      }
    }
  },
})
