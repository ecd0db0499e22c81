import { type Attribute, Node } from '@tiptap/core'
import { isPageBreak } from '../prepare'
import { hiddenAttribute, keptAttribute } from './attributes'

export const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' })

export const Text = Node.create({ name: 'text', group: 'inline' })

/** `<p></p>`, which prints as no line, though the editor shows one. */
const hollow: Partial<Attribute> = {
  ...hiddenAttribute((element) => element.hasAttribute('data-hollow'), false),
  keepOnSplit: false,
}

const bareIn = ({ dataset }: HTMLElement) => (dataset['bare'] === 'usual' ? null : dataset['bare'] === 'yes')

export const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({
    ...keptAttribute(),
    hollow,
    /** Whether it is written without an element of its own; null: as is usual where it stands. */
    bare: {
      default: null,
      parseHTML: (element) => bareIn(element),
      renderHTML: ({ bare }) => ({ 'data-bare': bare === null ? 'usual' : bare ? 'yes' : 'no' }),
    },
  }),
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
})

export const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({
    ...keptAttribute(),
    hollow,
    level: hiddenAttribute((element) => Number(element.localName.slice(1)), 1),
  }),
  parseHTML: () => [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}` })),
  renderHTML: ({ HTMLAttributes, node }) => [`h${node.attrs['level']}`, HTMLAttributes, 0],
})

export const Quote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
})

export const Preformatted = Node.create({
  name: 'preformatted',
  group: 'block',
  content: 'inline*',
  whitespace: 'pre',
  defining: true,
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'pre', preserveWhitespace: 'full' }],
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, 0],
})

/** A part of the sheet with a look of its own. */
export const Box = Node.create({
  name: 'box',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'div' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
})

export const PageBreak = Node.create({
  name: 'pageBreak',
  group: 'block',
  atom: true,
  parseHTML: () => [
    { tag: 'div', priority: 60, getAttrs: (element) => (isPageBreak(element) ? null : false) },
    { tag: 'div[data-page-break]', priority: 61 },
  ],
  renderHTML: () => ['div', { 'data-page-break': '' }],
})

export const Rule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['hr', HTMLAttributes],
})

export const BulletList = Node.create({
  name: 'bulletList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: ({ HTMLAttributes }) => ['ul', HTMLAttributes, 0],
})

export const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
})

export const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  addAttributes: () => keptAttribute(),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    }
  },
})

export const LineEnd = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.insertContent({ type: this.name }) }
  },
})
