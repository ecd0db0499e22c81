import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore, TableStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { offeredFor } from '@runtime/widget/choice'
import type { Option } from '@runtime/widget/definition'
import { memo, useMemo, useSyncExternalStore } from 'react'
import { widgetOf } from '../registry'
import { frameOf } from '../shared/field-frame'
import type { FieldContext } from '../widget'

const NO_OPTIONS: readonly Option[] = []

interface RowFieldProps {
  readonly id: string
  readonly field: FieldPlan
  readonly rowId: string
  readonly table: TableStore
  readonly store: FormStore
  readonly host: Host
  readonly context: FieldContext
  readonly isLocked: boolean
}

/** One field of a sub-form, over its own cell. */
export const RowField = memo(function RowField(props: RowFieldProps) {
  const { id, field, rowId, table, store, host, context, isLocked } = props
  const { subscribe, read } = table.cell(rowId, field.name)
  const state = useSyncExternalStore(subscribe, read)
  const acts = useMemo(
    () => ({
      onChange: (value: unknown) => table.set(rowId, field.name, value, 'user'),
      onBlur: () => table.touch(rowId, field.name),
      reloadOptions: () => void store.reloadOptions(field.path),
    }),
    [table, rowId, field, store],
  )
  if (!state.visible) return null
  const Edit = widgetOf(field.widget)?.Edit
  if (!Edit) return null
  const error = state.touched ? state.error : null
  return frameOf({
    field,
    host,
    id,
    required: state.required,
    error,
    control: (
      <Edit
        id={id}
        value={state.value ?? null}
        {...acts}
        settings={field.settings}
        label={host.text(field.label)}
        placeholder={host.text(field.placeholder)}
        disabled={state.disabled || isLocked}
        readonly={state.readonly}
        required={state.required}
        error={error}
        options={offeredFor(state.options ?? NO_OPTIONS, state.value)}
        optionsState={state.optionsState}
        autoFocus={false}
        field={field}
        host={host}
        context={context}
      />
    ),
  })
})
