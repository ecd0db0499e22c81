import { type DraftQuery, decodeDraft, encodeQuery } from '@runtime/list/condition-draft'
import { choicesOf, conditionPlans } from '@runtime/list/condition-fields'
import { jsonEqual } from '@runtime/schema'
import { useMemo, useState } from 'react'
import { widgetOf } from '../registry'
import { ConditionGroups, type ConditionValueProps } from '../shared/conditions'
import { controlAria } from '../shared/control'
import { LazyFallback } from '../shared/lazy'
import type { EditProps } from '../widget'
import type { ConditionBuilderSettings, Conditions } from './definition'

type ConditionBuilderProps = EditProps<ConditionBuilderSettings, Conditions>

/** Conditions as in a list's own query; what is not whole yet stands here and is not in the value. */
export function ConditionBuilderEdit(props: ConditionBuilderProps) {
  const { id, value, settings, label, host, disabled, readonly, error } = props
  const fields = useMemo(() => [...conditionPlans(settings.names).values()], [settings.names])
  const [held, hold] = useState(() => ({ value, draft: decodeDraft(value, fields) }))
  if (!jsonEqual(held.value ?? null, value ?? null)) hold({ value, draft: decodeDraft(value, fields) })
  const change = (draft: DraftQuery) => {
    const next = encodeQuery(draft, fields) as Conditions | null
    hold({ value: next, draft })
    if (!jsonEqual(next, value ?? null)) props.onChange(next)
  }
  const { 'aria-required': _, 'aria-label': name, ...aria } = controlAria(props)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around the groups' own.
    <div
      role="group"
      aria-label={name}
      {...aria}
      aria-invalid={error === null ? undefined : true}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onBlur()
      }}
    >
      <ConditionGroups
        id={id}
        host={host}
        label={label}
        draft={held.draft}
        fields={fields}
        disabled={disabled || readonly}
        onChange={change}
        Value={ConditionValue}
      />
    </div>
  )
}

const MORE = { clearable: true, filterable: true }

/** The value of a condition, asked by the widget of its kind. */
function ConditionValue({ shape, value, onChange, ...rest }: ConditionValueProps) {
  if (shape !== 'range')
    return <OneValue {...rest} several={shape === 'several'} value={value} onChange={onChange} />
  const [from = null, to = null] = Array.isArray(value) ? value : []
  return (
    <>
      <OneValue {...rest} value={from} onChange={(next) => onChange([next, to])} />
      <OneValue {...rest} id={`${rest.id}_to`} value={to} onChange={(next) => onChange([from, next])} />
    </>
  )
}

function OneValue({
  id,
  host,
  label,
  field,
  disabled,
  several = false,
  value,
  onChange,
}: Omit<ConditionValueProps, 'shape'> & { readonly several?: boolean }) {
  const widget = widgetOf(field.widget)
  const plan = useMemo(
    () => ({
      ...field,
      settings: { ...widget?.definition.defaults, ...field.settings, ...MORE, multiple: several },
    }),
    [widget, field, several],
  )
  if (!widget?.Edit) return null
  return (
    <div className="loam-condition-one">
      <LazyFallback shown={null}>
        <widget.Edit
          id={id}
          value={value ?? null}
          onChange={onChange}
          onBlur={nothing}
          settings={plan.settings}
          label={label}
          placeholder=""
          disabled={disabled}
          readonly={false}
          required={false}
          error={null}
          options={choicesOf(field)}
          optionsState="ready"
          reloadOptions={nothing}
          autoFocus={false}
          field={plan}
          host={host}
          context={ALONE}
        />
      </LazyFallback>
    </div>
  )
}

const nothing = () => undefined
/** A value of a condition looks at no other field. */
const ALONE = { get: nothing, set: nothing, subscribe: () => nothing } as unknown as EditProps<
  object,
  unknown
>['context']
