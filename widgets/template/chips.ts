import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view'
import { templatePlaces } from '@runtime/expression'

class Chip extends WidgetType {
  readonly #label: string
  readonly #source: string

  constructor(label: string, source: string) {
    super()
    this.#label = label
    this.#source = source
  }

  override eq(other: Chip): boolean {
    return other.#label === this.#label && other.#source === this.#source
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement('span')
    chip.className = 'loam-template-chip'
    chip.title = `\${${this.#source}}`
    chip.textContent = this.#label
    return chip
  }

  override ignoreEvent(): boolean {
    return false
  }
}

/**
 * Places as chips that the caret passes in one step and Backspace takes away whole. The one in which the caret stands is
 * text: it is being written. A click on a chip, or F2 beside it, puts the caret into it.
 */
export function placeChips(labelOf: (source: string) => string): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      chips: DecorationSet
      constructor(view: EditorView) {
        this.chips = chipsIn(view)
      }
      update({ docChanged, selectionSet, focusChanged, view }: ViewUpdate) {
        if (docChanged || selectionSet || focusChanged) this.chips = chipsIn(view)
      }
    },
    {
      decorations: ({ chips }) => chips,
      provide: (self) => EditorView.atomicRanges.of((view) => view.plugin(self)?.chips ?? Decoration.none),
      eventHandlers: {
        mousedown(event, view) {
          const chip = event.target instanceof HTMLElement && event.target.closest('.loam-template-chip')
          if (!chip || view.state.readOnly) return false
          return enter(view, view.posAtDOM(chip))
        },
      },
    },
  )
  return [plugin, keymap.of([{ key: 'F2', run: (view) => enter(view, view.state.selection.main.head) }])]

  function chipsIn({ state, hasFocus }: EditorView): DecorationSet {
    const { head } = state.selection.main
    const places = templatePlaces(state.doc.toString()).filter(({ from, to, source }) => {
      const isWritten = hasFocus && !state.readOnly && head > from && head < to
      // What spans lines cannot be one chip.
      return !isWritten && source.trim() !== '' && state.doc.lineAt(from).to >= to
    })
    return Decoration.set(
      places.map(({ from, to, source }) =>
        Decoration.replace({ widget: new Chip(labelOf(source), source) }).range(from, to),
      ),
    )
  }

  function enter(view: EditorView, at: number): boolean {
    const place = templatePlaces(view.state.doc.toString()).find(({ from, to }) => from <= at && at <= to)
    if (!place) return false
    // First: a place is opened for writing in an editor that has the focus.
    view.focus()
    view.dispatch({ selection: { anchor: place.to - 1 } })
    return true
  }
}
