import type { Page } from '@runtime/print'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Step, StepMap, StepResult } from '@tiptap/pm/transform'

/** A change of the sheet among the steps of its text: the text stays, and the one history undoes both in their order. */
class PageStep extends Step {
  readonly page: Page
  readonly #before: Page
  constructor(page: Page, before: Page) {
    super()
    this.page = page
    this.#before = before
  }
  override apply(doc: Parameters<Step['apply']>[0]) {
    return StepResult.ok(doc)
  }
  override getMap() {
    return StepMap.empty
  }
  override invert() {
    return new PageStep(this.#before, this.page)
  }
  override map() {
    return this
  }
  override toJSON() {
    return { stepType: 'loamPage', page: this.page, before: this.#before }
  }
}

interface PageState {
  readonly page: Page
  /** The part of the page that the last change was of; empty: it was one of the text. */
  readonly part: string
  /** Counts the changes of one part in a row, which are undone as one. */
  readonly run: number
}

const key = new PluginKey<PageState>('loamPage')

/** Keeps the sheet beside the text. */
export function pagePlugin(page: Page): Plugin<PageState> {
  return new Plugin<PageState>({
    key,
    state: {
      init: () => ({ page, part: '', run: 0 }),
      apply(transaction, before) {
        if (transaction.steps.length === 0) return before
        const last = transaction.steps.findLast((step) => step instanceof PageStep)
        const part: unknown = transaction.getMeta(key) ?? ''
        const run = part !== '' && part === before.part ? before.run : before.run + 1
        return { page: last?.page ?? before.page, part: String(part), run }
      },
    },
  })
}

export function hasPage(state: EditorState): boolean {
  return key.getState(state) !== undefined
}

export function pageOf(state: EditorState): Page {
  const held = key.getState(state)
  if (!held) throw new Error('This editor keeps no page')
  return held.page
}

/** The transaction that gives the sheet another look. `part` says what of it: changes of one part in a row are one step of undo. */
export function pageChange(state: EditorState, page: Page, part: string) {
  const held = key.getState(state)
  const run = held && held.part === part ? held.run : (held?.run ?? 0) + 1
  return (
    state.tr
      .step(new PageStep(page, pageOf(state)))
      .setMeta(key, part)
      // The history holds together what an input method composes, whose changes bear one number.
      .setMeta('composition', `page ${run}`)
  )
}
