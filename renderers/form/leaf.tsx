import { offeredFor } from '@runtime/widget/choice'
import type { Option } from '@runtime/widget/definition'
import { widgetOf } from '@widgets/registry'
import { ErrorText, frameOf } from '@widgets/shared/field-frame'
import type { EditProps } from '@widgets/widget'
import { memo, useMemo } from 'react'
import { useCell } from './cell'
import { controlId, type FormView, useFormView } from './context'
import { afterPress } from './press'
import { ReadOnlyValue } from './read-only-value'
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
  const { settings } = field
  const { value, options, optionsState, disabled, readonly, required } = state
  const error = state.touched ? state.error : null
  const widget = widgetOf(field.widget)
  const Edit = widget?.Edit
  const isText = (readonly || field.definition?.server !== undefined) && !disabled && !field.columns
  const control = isText ? (
    <ReadOnlyValue id={id} field={field} value={value} options={options} host={host} store={store} />
  ) : Edit ? (
    <Edit
      id={id}
      value={value ?? null}
      onChange={acts.onChange}
      onBlur={acts.onBlur}
      settings={settings}
      label={host.text(field.label)}
      placeholder={host.text(field.placeholder)}
      disabled={disabled || view.plan.layout.disabled}
      readonly={readonly}
      required={required}
      error={error}
      options={offeredFor(options ?? NO_OPTIONS, value)}
      optionsState={optionsState}
      reloadOptions={acts.reloadOptions}
      autoFocus={false}
      field={field}
      host={host}
      context={view.context}
    />
  ) : (
    <UnknownPlace name={field.widgetName} value={value} id={id} />
  )
  if (!field.columns) return frameOf({ field, host, id, required, error, control })
  return (
    <div className="loam-form-item loam-form-table" data-path={path}>
      {control}
      {error !== null && <ErrorText id={id} text={error} />}
    </div>
  )
})

type Acts = Pick<EditProps<object, unknown>, 'onChange' | 'onBlur' | 'reloadOptions'>

/** What a widget may do to its field; the same functions for the leaf's life. */
function useActs(path: string, { store }: FormView): Acts {
  return useMemo(
    () => ({
      onChange: (value) => store.set(path, value, 'user'),
      onBlur: () => afterPress(() => store.touch(path)),
      reloadOptions: () => void store.reloadOptions(path),
    }),
    [store, path],
  )
}
