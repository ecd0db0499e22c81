import type { WidgetProps } from '@rjsf/utils'
import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import { widgetOf } from '@widgets/registry'
import type { FieldContext } from '@widgets/widget'
import { useMemo } from 'react'
import { useHost } from '../../host'

const NO_OPTIONS: readonly Option[] = []
const nothing = () => undefined

/** No form of a model stands around: no widget that a schema asks for looks at other fields. */
const ALONE = {
  get: nothing,
  set: nothing,
  subscribe: () => nothing,
} as unknown as FieldContext

/** What is asked of a field: RJSF's own words, as a widget is given them. */
export type FieldState = Pick<WidgetProps, 'id' | 'label'> &
  Partial<
    Pick<
      WidgetProps,
      | 'name'
      | 'value'
      | 'placeholder'
      | 'disabled'
      | 'readonly'
      | 'required'
      | 'rawErrors'
      | 'autofocus'
      | 'onBlur'
    >
  >

interface EditProps {
  /** The widget's key: `number-input`. */
  readonly of: string
  /** What RJSF says of the field. */
  readonly field: FieldState
  readonly settings?: object
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly options?: readonly Option[]
}

/** One of our widgets in a form that a schema describes. */
export function Edit({ of: key, field, settings, value, onChange, options = NO_OPTIONS }: EditProps) {
  const host = useHost()
  const widget = widgetOf(key)
  const plan = useMemo(() => {
    const { defaults = {} } = widget?.definition ?? {}
    return {
      path: field.id,
      name: field.name,
      widget: key,
      definition: widget?.definition,
      settings: { ...defaults, ...settings },
    } as unknown as FieldPlan
  }, [widget, key, field.id, field.name, settings])
  if (!widget?.Edit) throw new Error(`There is no widget ${key} that edits`)
  return (
    <widget.Edit
      id={field.id}
      value={value ?? null}
      onChange={onChange}
      onBlur={() => field.onBlur?.(field.id, field.value)}
      settings={plan.settings}
      label={field.label}
      placeholder={field.placeholder ?? ''}
      disabled={field.disabled === true}
      readonly={field.readonly === true}
      required={field.required === true}
      error={field.rawErrors?.[0] ?? null}
      options={options}
      optionsState={options === NO_OPTIONS ? 'none' : 'ready'}
      reloadOptions={nothing}
      autoFocus={field.autofocus === true}
      field={plan}
      host={host}
      context={ALONE}
    />
  )
}
