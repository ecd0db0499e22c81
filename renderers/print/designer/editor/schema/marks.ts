import { isSafeLink } from '@runtime/widget/markup'
import { Mark } from '@tiptap/core'
import { innerOver, type Kept, keptOf, NOTHING_KEPT } from '../kept'

/** A mark that is an element and says nothing else; `key`: what sets and takes it with Ctrl. */
function plainMark(name: string, tags: readonly [string, ...string[]], key?: string) {
  return Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [tags[0], 0],
    addKeyboardShortcuts() {
      return key === undefined ? {} : { [`Mod-${key}`]: () => this.editor.commands.toggleMark(name) }
    },
  })
}

/** How a text looks besides; of spans in each other the text has what all of them say. */
export const Span = Mark.create({
  name: 'span',
  addAttributes: () => ({
    kept: { default: NOTHING_KEPT, parseHTML: lookOf, renderHTML: ({ kept }) => kept },
  }),
  parseHTML: () => [
    {
      tag: 'span:not([data-place])',
      getAttrs: (element) => (Object.keys(lookOf(element)).length === 0 ? false : null),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
})

function lookOf(element: HTMLElement): Kept {
  const around = element.parentElement?.closest('span, p, h1, h2, h3, h4, h5, h6, pre')
  const own = keptOf(element)
  return around instanceof HTMLElement && around.localName === 'span' ? innerOver(lookOf(around), own) : own
}

export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: '',
      parseHTML: (element) => element.getAttribute('href') ?? '',
      rendered: false,
    },
  }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isSafeLink(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  // Without an address: in the editor a click sets the caret.
  renderHTML: ({ mark }) => ['a', { title: mark.attrs['href'] }, 0],
})

export const MARKS = [
  Link,
  Span,
  plainMark('bold', ['strong', 'b'], 'b'),
  plainMark('italic', ['em', 'i'], 'i'),
  plainMark('underline', ['u'], 'u'),
  plainMark('strike', ['s'], 'Shift-s'),
  plainMark('subscript', ['sub']),
  plainMark('superscript', ['sup']),
  plainMark('code', ['code']),
]
