import type { Scope } from '@runtime/expression'
import type { FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'

/** A dialog that is open. The plan is looked up by name, so that a changed document changes an open dialog. */
export interface OpenDialog {
  readonly id: number
  readonly name: string
  /** What `open … with` gave names to. */
  readonly names: Readonly<Record<string, unknown>>
  readonly resolve: (result: unknown) => void
  /** The form inside, once it is drawn; `form` in expressions. */
  form: FormStore | null
  /** The record that its form was filled in over. */
  base?: FormRecord
  /** Validates that form and runs the dialog's own steps. */
  submit?: () => Promise<void>
  /** It is a preview: its button prints it alone. */
  readonly isPrinted?: boolean
  /** What was typed, carried over when the form's document changes. */
  draft: FormRecord | null
  /** Its form stands in a row of a list and not in a window: told what somebody else has saved in the meantime. */
  readonly inPlace?: (conflict: FormRecord) => void
}

/** Names that expressions inside a dialog see before the page's. */
export function dialogScope(dialog: OpenDialog, page: Scope): Scope {
  return {
    get(name) {
      if (name === 'form') return dialog.form?.collect()
      if (name === 'dialog') return { name: dialog.name }
      return Object.hasOwn(dialog.names, name) ? dialog.names[name] : page.get(name)
    },
  }
}
