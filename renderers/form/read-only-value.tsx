import { displayText } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { choiceColour } from '@runtime/widget/choice-colour'
import type { Option } from '@runtime/widget/definition'
import { widgetOf } from '@widgets/registry'
import { ChoiceTag } from '@widgets/shared/choice-tag'
import { LazyFallback } from '@widgets/shared/lazy'

interface ReadOnlyValueProps {
  readonly id: string
  readonly field: FieldPlan
  readonly value: unknown
  readonly options: readonly Option[] | null
  readonly host: Host
  readonly store: FormStore
}

const NONE: readonly Option[] = []

/** A value that nobody fills in here, as text; what computes it may change it, which is said aloud. */
export function ReadOnlyValue({ id, field, value, options, host, store }: ReadOnlyValueProps) {
  const words = displayText(field, value, {
    ...host,
    ...(options && { options }),
    get: (path) => store.get(path),
  })
  const automatic =
    field.definition?.server && (host.text(field.placeholder) || host.text('@dates.automatic'))
  const View = words === '' ? undefined : widgetOf(field.widget)?.View
  const colour = words === '' || Array.isArray(value) ? undefined : choiceColour(options ?? NONE, value)
  return (
    <output id={id} className="loam-form-text">
      {View ? (
        <LazyFallback shown={words}>
          <View
            value={value}
            settings={field.settings}
            options={options ?? []}
            host={host}
            field={field}
            record={{ [field.name]: value }}
          />
        </LazyFallback>
      ) : (
        ((colour && <ChoiceTag colour={colour}>{words}</ChoiceTag>) ?? (words || automatic || '—'))
      )}
    </output>
  )
}
