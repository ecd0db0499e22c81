import { type Page, readPageParam, writePageParam } from '@runtime/print'
import type { TemplateEditor } from './editor'
import { hasPage, pageChange, pageOf, pagePlugin } from './page-step'
import { type Design, isSamePage } from './stored-template'

/** What was taken of a draft to be saved. */
export interface Taken {
  readonly doc: unknown
  readonly page: Page
}

/** A template that is being designed: its text, which the editor holds, and its sheet, which has one history with it. */
export class TemplateDraft {
  #saved: Taken
  readonly #listeners = new Set<() => void>()

  readonly editor: TemplateEditor

  constructor(editor: TemplateEditor, pageParam: unknown) {
    this.editor = editor
    const { tiptap } = editor
    // React may make a draft twice of one editor.
    if (!hasPage(tiptap.state)) tiptap.registerPlugin(pagePlugin(readPageParam(pageParam)))
    this.#saved = this.take()
  }

  get page(): Page {
    return pageOf(this.editor.tiptap.state)
  }

  /** Changes the sheet. `part` says what of it: changes of one part in a row are one step of undo. */
  setPage(change: Partial<Page>, part: string): void {
    const { tiptap } = this.editor
    if (!tiptap.isEditable) return
    const page = { ...this.page, ...change }
    if (!isSamePage(page, this.page)) tiptap.view.dispatch(pageChange(tiptap.state, page, part))
  }

  get isDirty(): boolean {
    const { doc } = this.editor.tiptap.state
    return !doc.eq(this.#saved.doc as typeof doc) || !isSamePage(this.page, this.#saved.page)
  }

  design(): Design {
    return { printTemplate: this.editor.template(), pageParam: writePageParam(this.page) }
  }

  take(): Taken {
    return { doc: this.editor.tiptap.state.doc, page: this.page }
  }

  /** What was taken is saved; what has been changed since is not. */
  keep(taken: Taken): void {
    this.#saved = taken
    for (const listener of this.#listeners) listener()
  }

  /** Hears of every change of the text, the sheet, and of what is saved. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const { tiptap } = this.editor
    this.#listeners.add(listener)
    tiptap.on('transaction', listener)
    return () => {
      this.#listeners.delete(listener)
      tiptap.off('transaction', listener)
    }
  }
}
