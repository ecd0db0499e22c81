import { boundsOf, readBound } from '@runtime/list/bounds'
import type { ConditionValueProps } from '@widgets/shared/conditions'
import { useEffect, useMemo, useRef } from 'react'
import { Field, LooseFields } from '../form'
import { useHost } from '../host'
import { type FreeField, isMisread, valueStore } from './value-form'

/** The value of a condition, asked by the field's own widget. */
export function ConditionValue({
  field,
  shape,
  value,
  onChange,
}: Pick<ConditionValueProps, 'field' | 'shape' | 'value' | 'onChange'>) {
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
    const made = valueStore(
      shape === 'range'
        ? [
            { ...free, end: 'from' },
            { ...free, name: 'to', end: 'to' },
          ]
        : [free],
      host,
    )
    const [from, to] = Array.isArray(first.current) ? first.current : []
    made.load(
      shape === 'range' ? { value: from ?? null, to: to ?? null } : { value: first.current ?? null },
      'existing',
    )
    return made
  }, [field, shape, host])
  useEffect(() => {
    const read = (name: string) => (isMisread(store, name) ? null : readBound(store.get(name)))
    const zone = host.timeZone ?? null
    const leave = store.onChange(() =>
      latest.current(
        shape === 'range'
          ? (boundsOf(field, read('value'), read('to'), zone) ?? [null, null])
          : read('value'),
      ),
    )
    return () => {
      leave()
      store.dispose()
    }
  }, [store, shape, field, host])
  return (
    <LooseFields store={store}>
      <Field path="value" />
      {shape === 'range' && <span className="loam-list-search-to">{host.text('@view.to')}</span>}
      {shape === 'range' && <Field path="to" />}
    </LooseFields>
  )
}
