import { displayText } from '@runtime/form'
import type { FieldPlan, FormRecord } from '@runtime/form/plan'
import { isEmptyValue, type Option } from '@runtime/widget/definition'
import { widgetOf } from '@widgets/registry'
import { ChoiceValue } from '@widgets/shared/choice-value'
import { LazyFallback } from '@widgets/shared/lazy'
import { useHost } from '../host'

const NO_OPTIONS: readonly Option[] = []

/** A field's value for reading: by the widget's own view, else as text. The server's text, where there is one, is shown. */
export function FieldValue({ field, record }: { readonly field: FieldPlan; readonly record: FormRecord }) {
  const host = useHost()
  const shown = record[field.name]
  const raw = `${field.name}_id`
  const value = raw in record ? record[raw] : shown
  const text = raw in record && typeof shown === 'string' ? shown : undefined
  const options = field.options?.kind === 'static' ? field.options.options : NO_OPTIONS
  const View = widgetOf(field.widget)?.View
  if (isEmptyValue(value) && isEmptyValue(text) && !field.columns) {
    return (
      <span className="loam-detail-empty" title={host.text('@view.notFilled')}>
        —
      </span>
    )
  }
  const words = text ?? displayText(field, value, { ...host, options, get: (path) => record[path] })
  if (!View)
    return (
      <span className="loam-detail-text">
        <ChoiceValue host={host} field={field} value={value}>
          {words}
        </ChoiceValue>
      </span>
    )
  return (
    <LazyFallback shown={<span className="loam-detail-text">{words}</span>}>
      <View
        value={value}
        {...(text === undefined ? {} : { text })}
        settings={field.settings}
        options={options}
        host={host}
        field={field}
        record={record}
      />
    </LazyFallback>
  )
}
