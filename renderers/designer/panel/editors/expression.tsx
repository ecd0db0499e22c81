import type { FieldProps } from '@rjsf/utils'
import { ruleOf } from '@runtime/design/subjects'
import { useMemo, useState } from 'react'
import { Edit } from '../../../form/json-schema/edit'
import { useFields } from './chosen'
import { Labelled, placeOf } from './frame'
import { RuleExpressionEditor } from './rule'

/** An expression over fields of the form: a rule, or the calculation of a field that documented tokens say. */
export function ExpressionEditor(props: FieldProps) {
  const rule = ruleOf(props.name)
  return rule ? <RuleExpressionEditor props={props} rule={rule} /> : <FormulaEditor {...props} />
}

/** A formula over fields of the form. What is typed stays as it is typed, though the model has it in its own spelling. */
function FormulaEditor(props: FieldProps) {
  const place = placeOf(props)
  const fields = useFields()
  const written = JSON.stringify(fields.map(({ value, label }) => ({ name: String(value), label })))
  const settings = useMemo(
    () => ({
      language: 'expression',
      lineNumbers: false,
      names: JSON.parse(written) as readonly unknown[],
      autoSize: { minRows: 1, maxRows: 6 },
    }),
    [written],
  )
  const [typed, type] = useState<string | null>(null)
  const value: unknown = props.formData
  const isTyped = typed !== null && bare(typed) === bare(value)
  return (
    <Labelled place={place}>
      <Edit
        of="code"
        field={place.field}
        settings={settings}
        value={isTyped ? typed : value}
        onChange={(next) => {
          type(String(next ?? ''))
          place.set(next)
        }}
      />
    </Labelled>
  )
}

const bare = (value: unknown) =>
  String(value ?? '')
    .replace(/\s+/g, '')
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
