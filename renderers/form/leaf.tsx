import type { FieldPlan } from '@runtime/form/plan'
import type { Cell } from '@runtime/form/store.types'
import type { Option } from '@runtime/widget/definition'
import { widgetOf } from '@widgets/registry'
import type { Widget } from '@widgets/widget'
import { memo, useMemo } from 'react'
import { useCell } from './cell'
import { controlId, type FormView, useFormView } from './context'
import { ErrorText, FieldFrame } from './field-frame'
import { LightUntilTouched } from './light-until-touched'
import { UnknownPlace } from './unknown-place'

const NO_OPTIONS: readonly Option[] = []

/** One field: it reads its own cell and nothing else, so a keystroke elsewhere leaves it alone. */
export const Leaf = memo(function Leaf({ path }: { readonly path: string }) {
  const view = useFormView()
  const field = view.plan.fields.get(path)
  if (!field) return null
  return <CellLeaf key={path} field={field} view={view} />
})

function CellLeaf({ field, view }: { readonly field: FieldPlan; readonly view: FormView }) {
  const { store, prefix } = view
  const state = useCell(store.cell(field.path))
  const acts = useActs(field, view)
  if (!state.visible) return null
  const id = controlId(prefix, field.path)
  const widget = widgetOf(field.widget)
  const error = state.touched ? state.error : null
  if (!widget?.Edit) {
    return (
      <FieldFrame field={field} id={id} required={state.required} error={error}>
        <UnknownPlace name={field.widgetName} value={state.value} id={id} />
      </FieldFrame>
    )
  }
  const control = (
    <Control widget={widget} field={field} view={view} state={state} error={error} acts={acts} />
  )
  if (field.columns) {
    return (
      <div className="loam-form-item loam-form-table" data-path={field.path}>
        {control}
        {error !== null && <ErrorText id={id} text={error} />}
      </div>
    )
  }
  return (
    <FieldFrame field={field} id={id} required={state.required} error={error}>
      {control}
    </FieldFrame>
  )
}

interface Acts {
  readonly onChange: (value: unknown) => void
  readonly onBlur: () => void
  readonly reloadOptions: () => void
}

/** What a widget may do to its field; the same functions for the leaf's life. */
function useActs({ path }: FieldPlan, { store }: FormView): Acts {
  return useMemo(
    () => ({
      onChange: (value) => store.set(path, value, 'user'),
      onBlur: () => store.touch(path),
      reloadOptions: () => void store.reloadOptions(path),
    }),
    [store, path],
  )
}

function Control({
  widget,
  field,
  view,
  state,
  error,
  acts,
}: {
  readonly widget: Widget
  readonly field: FieldPlan
  readonly view: FormView
  readonly state: Cell
  readonly error: string | null
  readonly acts: Acts
}) {
  const { host, prefix, context, plan } = view
  return (
    <LightUntilTouched
      widget={widget}
      props={{
        ...acts,
        id: controlId(prefix, field.path),
        value: state.value ?? null,
        settings: field.settings,
        label: host.text(field.label),
        placeholder: host.text(field.placeholder),
        disabled: state.disabled || plan.layout.disabled,
        readonly: state.readonly,
        required: state.required,
        error,
        options: state.options ?? NO_OPTIONS,
        optionsState: state.optionsState,
        field,
        host,
        context,
      }}
    />
  )
}
