import type { FilledForm } from '@runtime/action'
import type { FieldError } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
// The file itself: the folder's index would bring the forms to pages that have none.
import { focusField } from '../form/focus'

/** A form that stands in a page or a dialog, of a document or of a JSON Schema, as steps reach it. */
export interface PageForm {
  /** Takes it back to its start. */
  reset(): void
  /** Validates it, shows what is wrong and goes to the first of it; true when nothing is. */
  validate(): boolean
  set(path: string, value: unknown): void
  /** Shows what the server found; answers what has no place in it. */
  showErrors(errors: readonly FieldError[]): readonly FieldError[]
  /** Tells whenever what it holds may be another; the answer ends that. */
  onChange(listener: () => void): () => void
  /** Something was typed that would be lost. */
  isDirty(): boolean
  /** What it holds. */
  filled(): FilledForm
}

/** A form of a document. */
export function pageFormOf(store: FormStore): PageForm {
  return {
    reset: () => store.load({}, 'new'),
    validate() {
      store.flush()
      const first = store.validate()[0]
      if (first) focusField(store, first.path)
      return first === undefined
    },
    set: (path, value) => store.set(path, value),
    filled: () => ({ record: store.collect(), fields: membersOf(store) }),
    showErrors(errors) {
      const homeless = store.showErrors(errors)
      const first = errors.find((error) => !homeless.includes(error))
      if (first) focusField(store, first.path)
      return homeless
    },
    onChange: (listener) =>
      store.onEvent(({ kind }) => {
        if (kind === 'blur' || kind === 'dispose') return
        // What is computed of it is told with it.
        queueMicrotask(() => {
          store.flush()
          listener()
        })
      }),
    isDirty: () => store.status.dirty,
  }
}

/** The members of the record that the form fills: of a field within an object (`config.sql`) the object, and what `save.map` makes. */
function membersOf({ plan }: FormStore): ReadonlySet<string> {
  const fields = [...plan.fields].map(([path, { place }]) => place?.[0] ?? path)
  return new Set([...fields, ...plan.save.flatMap(({ place }) => place[0] ?? [])])
}
