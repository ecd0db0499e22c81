import type { Scope } from '../expression'
import type { Predicate } from '../expression/computed'
import { memberAt, type Reason } from '../form/explain'
import type { ButtonPlan, ColumnPlan, ListPlan } from './plan'

/** A button, and what keeps it from being seen or pressed; no reasons: it can be pressed. */
export interface ExplainedButton {
  readonly button: ButtonPlan
  readonly reasons: readonly Reason[]
}

/**
 * Why buttons are not there or cannot be pressed: the right that is missing, else the conditions that decide it, evaluated against
 * the names as they are now.
 * @param may whether the person has the right of a button's code.
 */
export function explainButtons(
  buttons: readonly ButtonPlan[],
  scope: Scope,
  may: (code: string) => boolean,
): readonly ExplainedButton[] {
  return buttons.map((button) => {
    if (!may(button.code)) return { button, reasons: [{ aspect: 'hidden', cause: 'right' }] }
    const { visible, disabled } = button
    if (visible && !visible.holds(scope)) return { button, reasons: [byRule('hidden', visible, scope)] }
    return { button, reasons: disabled?.holds(scope) ? [byRule('disabled', disabled, scope)] : [] }
  })
}

function byRule(
  aspect: Reason['aspect'],
  { source, dependencies, evaluate }: Predicate,
  scope: Scope,
): Reason {
  const names = dependencies.map((path) => ({ path, value: memberAt(scope, path) }))
  return { aspect, cause: 'rule', expression: source, names, result: evaluate(scope) }
}

/** The columns of a list that are not among the shown ones: of those that a right closes only how many there are. */
export function hiddenColumns(
  { columns }: ListPlan,
  shown: readonly ColumnPlan[],
  may: (path: string) => boolean,
): { readonly left: readonly ColumnPlan[]; readonly closed: number } {
  const paths = new Set(shown.map(({ path }) => path))
  const open = columns.filter(({ path }) => may(path))
  return { left: open.filter(({ path }) => !paths.has(path)), closed: columns.length - open.length }
}
