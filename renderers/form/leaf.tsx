import type { FieldPlan } from '@runtime/form/plan'
import type { CellState } from '@runtime/form/store.types'
import type { Option } from '@runtime/widget/definition'
import { widgetOf } from '@widgets/registry'
import type { Widget } from '@widgets/widget'
import { memo, type ReactNode, Suspense, useMemo } from 'react'
import { useCell } from './cell'
import { controlId, type FormView, useFormView } from './context'
import { ErrorText, frameOf } from './field-frame'
import { LightUntilTouched } from './light-until-touched'
import { UnknownPlace } from './unknown-place'

const NO_OPTIONS: readonly Option[] = []

/**
 * One field: it reads its own cell and nothing else, so a keystroke elsewhere leaves it alone. Frame and control are
 * drawn here rather than by components of their own: a thousand fields would be thousands of components.
 */
export const Leaf = memo(function Leaf({ path }: { readonly path: string }) {
  const view = useFormView()
  const { store, prefix, host } = view
  const state = useCell(store.cell(path))
  const acts = useActs(path, view)
  const field = view.plan.fields.get(path)
  if (!field || !state.visible) return null
  const id = controlId(prefix, path)
  const widget = widgetOf(field.widget)
  const error = state.touched ? state.error : null
  const control = widget?.Edit ? (
    controlOf(widget, { ...acts, ...propsOf(field, state, view), id, error })
  ) : (
    <UnknownPlace name={field.widgetName} value={state.value} id={id} />
  )
  if (!field.columns) return frameOf({ field, host, id, required: state.required, error, control })
  return (
    <div className="loam-form-item loam-form-table" data-path={path}>
      {control}
      {error !== null && <ErrorText id={id} text={error} />}
    </div>
  )
})

type ControlProps = Parameters<typeof LightUntilTouched>[0]['props']
type Acts = Pick<ControlProps, 'onChange' | 'onBlur' | 'reloadOptions'>

/** What a widget may do to its field; the same functions for the leaf's life. */
function useActs(path: string, { store }: FormView): Acts {
  return useMemo(
    () => ({
      onChange: (value) => store.set(path, value, 'user'),
      onBlur: () => store.touch(path),
      reloadOptions: () => void store.reloadOptions(path),
    }),
    [store, path],
  )
}

function propsOf(field: FieldPlan, state: CellState, { host, context, plan }: FormView) {
  return {
    value: state.value ?? null,
    settings: field.settings,
    label: host.text(field.label),
    placeholder: host.text(field.placeholder),
    disabled: state.disabled || plan.layout.disabled,
    readonly: state.readonly,
    required: state.required,
    options: state.options ?? NO_OPTIONS,
    optionsState: state.optionsState,
    field,
    host,
    context,
  }
}

const LAZY = Symbol.for('react.lazy')

/** A boundary costs as much as a light input: only what loads on use gets one. */
function controlOf(widget: Widget, props: ControlProps): ReactNode {
  const { Edit, Light } = widget
  if (!Edit) return null
  if (Light) return <LightUntilTouched Edit={Edit} Light={Light} props={props} />
  const edit = <Edit {...props} autoFocus={false} />
  const loadsOnUse = '$$typeof' in Edit && (Edit.$$typeof as unknown) === LAZY
  return loadsOnUse ? <Suspense fallback={<div className="loam-form-waiting" />}>{edit}</Suspense> : edit
}
