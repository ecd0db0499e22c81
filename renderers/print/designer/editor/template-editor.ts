import type { Host } from '@runtime/host'
import { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { NodeSelection } from '@tiptap/pm/state'
import { knownFields, type PrintField } from './fields'
import { insertInto } from './insert'
import type { Insertable } from './insertable'
import { choosePictures } from './pictures'
import { type PlaceProblem, problemsIn } from './problems'
import { readTemplate } from './read-template'
import { NEW_FIELDS } from './repeats'
import { templateExtensions } from './schema'
import { WHOLE_TEMPLATE } from './table-limits'
import { writeTemplate } from './write-template'

/** Handle of an editor; stable for its life. */
export interface TemplateEditor {
  /** Puts something in at the caret; the focus stays in the sheet. */
  insert(item: Insertable): void
  /** The template as it is kept (`runtime/print/template.ts`). */
  template(): string
  /** Brings another template; one step of undo. */
  setTemplate(html: string): void
  /** Places that are gone or malformed, in their order. */
  problems(): readonly PlaceProblem[]
  /** Shows the place of a problem and chooses it. */
  reveal(id: string): void
  readonly tiptap: Editor
}

/** An editor of a template, whose element no page shows yet. */
export function createTemplateEditor(template: string, host: Host): TemplateEditor {
  const tiptap = new Editor({
    element: document.createElement('div'),
    extensions: templateExtensions(host),
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': host.text('@printEditor.sheet'),
      },
    },
  })
  tiptap.storage.place.text = host.text
  bring(tiptap, template, false)
  return {
    tiptap,
    insert(item) {
      if (!tiptap.isEditable) return
      if (item.kind === 'picture') void choosePictures(tiptap, host)
      else insertInto(tiptap, item)
    },
    template: () => writeTemplate(tiptap.state.doc),
    setTemplate: (html) => bring(tiptap, html, true),
    problems: () => problemsIn(tiptap.state.doc, tiptap.storage.place),
    reveal(id) {
      const at = Number(id)
      const { doc, tr } = tiptap.state
      if (doc.nodeAt(at)?.type.name !== 'place') return
      tiptap.view.dispatch(tr.setSelection(NodeSelection.create(doc, at)).scrollIntoView())
      tiptap.view.focus()
    },
  }
}

function bring({ state, view, schema }: Editor, html: string, isUndone: boolean): void {
  const { doc, tr } = state
  tr.replaceWith(0, doc.content.size, readTemplate(html, schema).content)
  tr.setMeta(WHOLE_TEMPLATE, true)
  view.dispatch(isUndone ? closeHistory(tr) : tr.setMeta('addToHistory', false))
}

/** Tells an editor which fields there are. */
export function setFields({ storage, view, state }: Editor, fields: readonly PrintField[]): void {
  storage.place.fields = knownFields(fields)
  for (const draw of storage.place.chips) draw()
  view.dispatch(state.tr.setMeta(NEW_FIELDS, true).setMeta('addToHistory', false))
}

/** Opens an editor to writing or closes it; whatever shows its state hears of it. */
export function setReadOnly(editor: Editor, isReadOnly: boolean): void {
  editor.setEditable(!isReadOnly, false)
  editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false))
}
