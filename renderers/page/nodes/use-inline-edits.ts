import { type ActionPlan, compileAction } from '@runtime/action'
import { scopeOf } from '@runtime/expression'
import { createFormStore } from '@runtime/form'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { ButtonPlan, ListPlan } from '@runtime/list/plan'
import type { DialogPlan } from '@runtime/page'
import { useMemo } from 'react'
import type { Row } from '../../list'
import { type RowAccess, type RowEdits, type Saving, useRowEdits } from '../../list/inline'
import { keepMine, loadRecord } from '../dialog-record'
import type { OpenDialog } from '../dialogs'
import type { Screen } from '../screen'
import { useFormDocument } from '../use-form-document'

const VALIDATE = compileAction({ validate: true })
/** The name of the button whose dialog a row is edited by. */
const EDIT = 'edit'
const NOTHING = () => undefined

/** Rows of a page's list edited in place: by the dialog that their edit button would open, without its window. */
export interface InlineEdits extends RowEdits {
  /** Whether a button would open that dialog: then its row opens instead. */
  opens(button: ButtonPlan): boolean
}

/** A dialog with a form. */
export type FormDialog = DialogPlan & { readonly form: string }

/** The dialog that the edit button of a list opens, where it has a form. */
export function inlineDialog(plan: ListPlan, screen: Screen): FormDialog | null {
  const edit = plan.row.find(({ value }) => value === EDIT)
  const dialog = screen.plan.dialogs.get((edit && dialogOf(edit)) ?? '')
  return dialog?.form === undefined ? null : (dialog as FormDialog)
}

export function useInlineEdits(plan: ListPlan, dialog: FormDialog, screen: Screen): InlineEdits {
  const document = useFormDocument(dialog.form)
  const form = document.state === 'ready' ? document.plan : undefined
  const access = useMemo(() => (form ? dialogAccess(dialog, form, screen) : null), [dialog, form, screen])
  const edits = useRowEdits(access, plan, NOTHING)
  const { name } = dialog
  return useMemo(() => ({ ...edits, opens: (button) => dialogOf(button) === name }), [edits, name])
}

/** The dialog that a button opens. */
function dialogOf({ do: action = [] }: ButtonPlan): string | undefined {
  return action.map(({ document }) => document['open']).find((open) => typeof open === 'string')
}

/** What the dialog reads, begins with and submits, for a row. */
function dialogAccess(dialog: DialogPlan, form: FormPlan, screen: Screen): RowAccess {
  const scopeFor = (row: Row | null) => (row ? scopeOf({ row }, screen.scope) : screen.scope)
  const given = (row: Row | null) => (dialog.record.evaluate(scopeFor(row)) ?? {}) as FormRecord
  return {
    form,
    makeStore: (row) => createFormStore(form, screen.host, { scope: scopeFor(row) }),
    start: () => given(null),
    async read(row) {
      const scope = scopeFor(row)
      const { load } = dialog
      const loads = load !== undefined && (load.when?.holds(scope) ?? true)
      const loaded = loads ? await loadRecord(load, scope, screen.host) : {}
      // What the form has no field for, its version among it, is part of the record.
      return { record: { ...given(row), ...loaded }, version: 0 }
    },
    async save(store, { row, version, over }) {
      if (over) keepMine(store, over.record)
      const names = version === null ? {} : { row }
      return submitInPlace(store, names, [...VALIDATE, ...(dialog.submit ?? [])], dialog.name, screen)
    },
  }
}

/** Runs the dialog's own steps over the form in the row, once at a time. */
async function submitInPlace(
  store: FormStore,
  names: Readonly<Record<string, unknown>>,
  steps: ActionPlan,
  name: string,
  screen: Screen,
): Promise<Saving> {
  if (store.status.submitting) return { state: 'open' }
  let saving: Saving = { state: 'open' }
  const place: OpenDialog = {
    id: 0,
    name,
    names,
    form: store,
    draft: null,
    resolve: () => {
      saving = { state: 'saved', version: 0 }
    },
    inPlace: (record) => {
      saving = { state: 'conflict', stored: { record, version: 0 } }
    },
  }
  const runner = screen.runnerFor(place)
  store.status.submitting = true
  try {
    await runner.run(steps)
  } finally {
    store.status.submitting = false
    screen.dismiss(runner)
  }
  return saving
}
