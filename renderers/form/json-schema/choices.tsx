import { deepEquals, descriptionId, getTemplate, type WidgetProps } from '@rjsf/utils'
import type { Option } from '@runtime/widget/definition'
import { useMemo } from 'react'
import { Edit } from './edit'

const YES_NO = { activeValue: true, inactiveValue: false }
const MANY = { multiple: true }
const SIDE_BY_SIDE = { direction: 'horizontal' }
const ONE_BELOW_THE_OTHER = { direction: 'vertical' }

/** A yes or no: a switch with its label and what explains it. */
export function CheckboxWidget(field: WidgetProps) {
  const { id, label, hideLabel, required, registry, schema, uiSchema, options } = field
  const Description = getTemplate<'DescriptionFieldTemplate'>('DescriptionFieldTemplate', registry, options)
  const description = options.description ?? schema.description
  return (
    <>
      <div className="loam-schema-yes">
        <Edit
          of="switch"
          field={field}
          settings={YES_NO}
          value={field.value ?? null}
          onChange={field.onChange}
        />
        {!hideLabel && label && (
          <label htmlFor={id}>
            {required && <span className="loam-form-required" aria-hidden="true" />}
            {label}
          </label>
        )}
      </div>
      {!hideLabel && description && (
        <Description
          id={descriptionId(id)}
          description={description}
          schema={schema}
          registry={registry}
          {...(uiSchema && { uiSchema })}
        />
      )}
    </>
  )
}

export function SelectWidget(field: WidgetProps) {
  return field.multiple ? (
    <Several of="select" field={field} settings={MANY} />
  ) : (
    <One of="select" field={field} />
  )
}

export function RadioWidget(field: WidgetProps) {
  return <One of="radio" field={field} settings={field.options.inline ? SIDE_BY_SIDE : ONE_BELOW_THE_OTHER} />
}

export function CheckboxesWidget(field: WidgetProps) {
  return (
    <Several
      of="checkbox"
      field={field}
      settings={field.options.inline ? SIDE_BY_SIDE : ONE_BELOW_THE_OTHER}
    />
  )
}

interface ChoiceProps {
  readonly of: string
  readonly field: WidgetProps
  readonly settings?: object
}

/** Values of a schema may be objects: our widgets are given their places in the list instead. */
function One({ of: key, field, settings }: ChoiceProps) {
  const { places, placeOf, valueAt } = useChoices(field)
  return (
    <Edit
      of={key}
      field={field}
      {...(settings && { settings })}
      value={placeOf(field.value)}
      options={places}
      onChange={(place) =>
        field.onChange(place === null || place === '' ? field.options.emptyValue : valueAt(place))
      }
    />
  )
}

function Several({ of: key, field, settings }: ChoiceProps) {
  const { places, placeOf, valueAt } = useChoices(field)
  const chosen = Array.isArray(field.value) ? field.value : []
  return (
    <Edit
      of={key}
      field={field}
      {...(settings && { settings })}
      value={chosen.map(placeOf).filter((place) => place !== null)}
      options={places}
      onChange={(list) => field.onChange(((list ?? []) as readonly unknown[]).map(valueAt))}
    />
  )
}

function useChoices({ options }: WidgetProps) {
  const { enumOptions, enumDisabled } = options
  return useMemo(() => {
    const choices = enumOptions || []
    const places = choices.map(({ value, label }, index): Option => {
      const disabled = Array.isArray(enumDisabled) && enumDisabled.some((one) => deepEquals(one, value))
      return { value: index, label, ...(disabled && { disabled }) }
    })
    return {
      places,
      placeOf(value: unknown): number | null {
        const index = choices.findIndex((choice) => deepEquals(choice.value, value))
        return index < 0 ? null : index
      },
      valueAt: (place: unknown): unknown => choices[Number(place)]?.value,
    }
  }, [enumOptions, enumDisabled])
}
