import type { FieldProps } from '@rjsf/utils'
import { found } from '@runtime/design/address'
import { nameOf } from '@runtime/design/dialect'
import type { DesignSession } from '@runtime/design/session'
import { compileFormData } from '@runtime/form'
import { OWN_RULES } from '@runtime/form/formdata/own-rules'
import type { FormPlan } from '@runtime/form/plan'
import { asRecord } from '@runtime/json'
import { jsonEqual } from '@runtime/schema'
import { useEffect, useMemo, useRef } from 'react'
import { Field, LooseFields, useFormStore } from '../../../form'
import { usePanel, useSubject } from '../panel-subject'
import { placeOf } from './frame'

/** The value that a field begins with, edited by the field itself. */
export function ValueEditor(props: FieldProps) {
  const place = placeOf(props)
  const { session } = usePanel()
  const subject = useSubject()
  const node = subject && subject.kind === 'widget' ? found(session.tree, subject.address) : undefined
  const text = JSON.stringify(alone(asRecord(node), place.label))
  const plan = useMemo(() => planOf(session, text), [session, text])
  const name = [...(plan?.fields.keys() ?? [])][0]
  if (!plan || name === undefined) return null
  return <OneField key={text} plan={plan} name={name} value={props.formData} onChange={place.set} />
}

function OneField({
  plan,
  name,
  value,
  onChange,
}: {
  readonly plan: FormPlan
  readonly name: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is what it begins with; later values come below.
  const record = useMemo(() => ({ [name]: value ?? null }), [plan, name])
  const store = useFormStore(plan, record, 'existing')
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
    if (!jsonEqual(store.get(name) ?? null, value ?? null)) store.set(name, value ?? null, 'load')
  }, [store, name, value, onChange])
  useEffect(
    () =>
      store.onEvent((event) => {
        if (event.kind !== 'change' || event.origin !== 'user') return
        const next = store.get(name) ?? null
        if (!jsonEqual(next, latest.current.value ?? null)) latest.current.onChange(next)
      }),
    [store, name],
  )
  return (
    <LooseFields store={store}>
      <Field path={name} />
    </LooseFields>
  )
}

/** The field by itself: enabled, shown, not required, without scripts, rules and what it begins with. */
function alone(node: Readonly<Record<string, unknown>>, label: string) {
  const { on: _, disabled: __, isStorage: ___, [OWN_RULES]: ____, ...rest } = node
  const { defaultValue, required, noShow, visibility, regList, unique, isSubTable, parentVModel, ...config } =
    asRecord(node['__config__'])
  return {
    ...rest,
    ...(nameOf(node) !== '' && { __vModel__: nameOf(node) }),
    __config__: {
      ...config,
      labelI18nCode: '',
      defaultCurrent: false,
      label,
      showLabel: true,
      tipLabel: '',
      span: 24,
    },
  }
}

function planOf({ widgets: { catalogue } }: DesignSession, text: string): FormPlan | null {
  try {
    const fields = [JSON.parse(text) as unknown]
    return compileFormData({ fields, labelPosition: 'top', size: 'small' }, { id: 'default', catalogue })
  } catch {
    // A field that does not compile says so on the canvas.
    return null
  }
}
