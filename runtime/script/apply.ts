import type { FieldPlan, FormPlan } from '../form/plan'
import type { FormStore } from '../form/store.types'
import type { ScriptEffect } from './effects'

/**
 * Brings what a script asked for into its form. A name is a field's, a column's (`items.amount`, `items-amount`), or in a
 * row's script that of a column beside it. Answers the names that the form does not have.
 */
export function applyToForm(
  store: FormStore,
  effects: readonly ScriptEffect[],
  table: string | undefined,
): readonly string[] {
  const unknown = new Set<string>()
  for (const effect of effects) {
    if (effect.kind === 'toast') store.host.toast(effect.type, effect.message, effect.duration)
    else if (effect.kind === 'route') store.host.navigate(effect.to)
    else if (effect.kind !== 'refresh' && !applyToField(store, effect, table)) unknown.add(effect.name)
  }
  return [...unknown]
}

function applyToField(
  store: FormStore,
  effect: Extract<ScriptEffect, { readonly name: string }>,
  table: string | undefined,
): boolean {
  const field = namedField(store.plan, effect.name, table)
  if (!field) return false
  const rowId =
    field.table === undefined || effect.row === undefined
      ? undefined
      : store.table(field.table).state.ids[effect.row]
  if (effect.kind === 'state') {
    store.setState(field.path, effect.state, effect.on, rowId)
    return true
  }
  const value = field.definition?.normalise?.(effect.value, field.settings) ?? effect.value
  if (field.table === undefined) store.set(field.path, value, 'script')
  else if (rowId !== undefined) store.table(field.table).set(rowId, field.name, value, 'script')
  return field.table === undefined || rowId !== undefined
}

/** The field that a script means by a name. */
export function namedField(plan: FormPlan, name: string, table: string | undefined): FieldPlan | undefined {
  const path = [name, name.replace('-', '.'), `${table}.${name}`].find((one) => plan.fields.has(one))
  return path === undefined ? undefined : plan.fields.get(path)
}
