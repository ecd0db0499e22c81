import type { Translator } from '@runtime/text'
import { InputRule, Node } from '@tiptap/core'
import type { KnownFields } from '../fields'
import { placeWords } from '../place-words'

/** What the chips of places are drawn with; it changes with the model's fields. */
export interface PlaceStorage {
  fields: KnownFields
  text: Translator['text']
  /** Draws each chip that there is anew. */
  readonly chips: Set<() => void>
  /** Brings the focus into the settings; null: they are not shown. */
  openSettings: (() => void) | null
}

declare module '@tiptap/core' {
  interface Storage {
    place: PlaceStorage
  }
}

const TYPED = /\{([^{}]{1,200})\}$/

/** A place `{…}`: one sign that a person sees as its field's name. */
export const PlaceNode = Node.create<object, PlaceStorage>({
  name: 'place',
  group: 'inline',
  inline: true,
  atom: true,
  addStorage: () => ({ fields: new Map(), text: String, chips: new Set(), openSettings: null }),
  addAttributes: () => ({
    expression: {
      default: '',
      parseHTML: (element) => element.getAttribute('data-place') ?? '',
      renderHTML: ({ expression }) => ({ 'data-place': expression }),
    },
  }),
  parseHTML: () => [{ tag: 'span[data-place]', priority: 60 }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, `{${node.attrs['expression']}}`],
  renderText: ({ node }) => `{${node.attrs['expression']}}`,
  addNodeView() {
    const { storage } = this
    return ({ node }) => {
      const dom = document.createElement('span')
      let expression = node.attrs['expression'] as string
      const draw = () => drawChip(dom, expression, storage)
      draw()
      storage.chips.add(draw)
      return {
        dom,
        update(next) {
          if (next.type !== node.type) return false
          expression = next.attrs['expression'] as string
          draw()
          return true
        },
        ignoreMutation: () => true,
        destroy: () => storage.chips.delete(draw),
      }
    }
  },
  addInputRules() {
    return [
      new InputRule({
        find: TYPED,
        handler: ({ range, match, chain }) => {
          chain()
            .deleteRange(range)
            .insertContent({ type: this.name, attrs: { expression: match[1] } })
            .run()
        },
      }),
    ]
  },
})

function drawChip(dom: HTMLElement, expression: string, { fields, text }: PlaceStorage): void {
  const { label, problem } = placeWords(expression, fields, text)
  dom.className = 'loam-print-chip'
  dom.dataset['chip'] = expression
  dom.textContent = label
  dom.title = problem === null ? `{${expression}}` : `{${expression}}\n${problem}`
  if (problem === null) dom.removeAttribute('aria-invalid')
  else dom.setAttribute('aria-invalid', 'true')
}
