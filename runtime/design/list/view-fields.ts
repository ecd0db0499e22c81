import { asRecord } from '../../json'
import { formOfView, type ViewField } from '../../list/data-view'
import { listOf } from '../../list/json'
import { type Command, together } from '../command'
import type { ModelTree } from '../document'

/** Gives a data view the members of its interface's rows that it does not know yet. */
export function addViewFields(
  tree: ModelTree,
  fields: readonly ViewField[],
): { readonly command: Command | null; readonly count: number } {
  const form = asRecord(tree.formData)
  const known = listOf(form['fields'])
  const names = new Set(known.map((field) => field['__vModel__']))
  const added = formOfView(fields.filter(({ field }) => !names.has(field))).fields
  if (added.length === 0) return { command: null, count: 0 }
  const into = { part: 'formData', path: ['fields'] } as const
  const command: Command | null = Array.isArray(form['fields'])
    ? together(
        added.map((value, index): Command => ({ do: 'insert', into, at: known.length + index, value })),
      )
    : { do: 'set', what: { part: 'formData', path: [] }, value: { ...form, fields: added } }
  return { command, count: added.length }
}
