import { Button } from '@arco-design/web-react'
import type { FieldPlan } from '@runtime/form/plan'
import { decodeDraft, encodeQuery, incompleteConditions, withAsked } from '@runtime/list/condition-draft'
import { ConditionGroups, type ConditionValueProps } from '@widgets/shared/conditions'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Popup } from '../dialog'
import { Field, LooseFields } from '../form'
import { useHost } from '../host'
import { type FreeField, valueStore } from './value-form'

/** Conditions in groups, each with its own and/or. */
export function SuperQuery({
  fields,
  value,
  asked = null,
  onSearch,
  onClose,
}: {
  readonly fields: readonly FieldPlan[]
  readonly value: unknown
  /** The path of a field for which a condition stands ready; null: none is asked for. */
  readonly asked?: string | null
  readonly onSearch: (query: object | null) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const [draft, setDraft] = useState(() => withAsked(decodeDraft(value, fields), asked))
  const [searched, setSearched] = useState(false)
  const incomplete = useMemo(() => incompleteConditions(draft, fields), [draft, fields])
  const finish = (query: object | null) => {
    onSearch(query)
    onClose()
  }
  const search = () => {
    if (incomplete.size === 0) finish(encodeQuery(draft, fields))
    else setSearched(true)
  }
  return (
    <Popup
      mode="general"
      width="760px"
      title={host.text('@view.superQuery')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => finish(null)}>{host.text('@view.reset')}</Button>
          <Button type="primary" onClick={search}>
            {host.text('@view.search')}
          </Button>
        </>
      }
    >
      <ConditionGroups
        id="super-query"
        host={host}
        label=""
        draft={draft}
        fields={fields}
        onChange={setDraft}
        {...(searched && { incomplete })}
        Value={ConditionValue}
      />
    </Popup>
  )
}

/** The value of a condition, asked by the field's own widget. */
function ConditionValue({ field, shape, value, onChange }: ConditionValueProps) {
  const host = useHost()
  const first = useRef(value)
  const latest = useRef(onChange)
  latest.current = onChange
  const store = useMemo(() => {
    const free: FreeField = {
      name: 'value',
      field,
      label: host.text('@view.value'),
      multiple: shape === 'several',
    }
    const made = valueStore(shape === 'range' ? [free, { ...free, name: 'to' }] : [free], host)
    const [from, to] = Array.isArray(first.current) ? first.current : []
    made.load(
      shape === 'range' ? { value: from ?? null, to: to ?? null } : { value: first.current ?? null },
      'existing',
    )
    return made
  }, [field, shape, host])
  useEffect(() => {
    const leave = store.onChange(() =>
      latest.current(shape === 'range' ? [store.get('value'), store.get('to')] : store.get('value')),
    )
    return () => {
      leave()
      store.dispose()
    }
  }, [store, shape])
  return (
    <LooseFields store={store}>
      <Field path="value" />
      {shape === 'range' && <span className="loam-list-search-to">{host.text('@view.to')}</span>}
      {shape === 'range' && <Field path="to" />}
    </LooseFields>
  )
}
