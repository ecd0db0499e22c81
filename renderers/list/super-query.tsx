import { Button } from '@arco-design/web-react'
import type { FieldPlan } from '@runtime/form/plan'
import { conditionFaults, decodeDraft, encodeQuery } from '@runtime/list/condition-draft'
import { ConditionGroups } from '@widgets/shared/conditions'
import { useMemo, useState } from 'react'
import { Popup } from '../dialog'
import { useHost } from '../host'
import { ConditionValue } from './condition-value'

/** Conditions in groups, each with its own and/or. */
export function SuperQuery({
  fields,
  value,
  title,
  words,
  onSearch,
  onClose,
}: {
  readonly fields: readonly FieldPlan[]
  readonly value: unknown
  /** What is asked for, where it is not rows of a list. */
  readonly title?: string
  /** What its buttons say then. */
  readonly words?: { readonly search: string; readonly reset: string }
  readonly onSearch: (query: object | null) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const [draft, setDraft] = useState(() => decodeDraft(value, fields))
  const [searched, setSearched] = useState(false)
  const faults = useMemo(() => conditionFaults(draft, fields), [draft, fields])
  const finish = (query: object | null) => {
    onSearch(query)
    onClose()
  }
  const search = () => {
    if (faults.size === 0) finish(encodeQuery(draft, fields))
    else setSearched(true)
  }
  return (
    <Popup
      mode="general"
      width="760px"
      title={title ?? host.text('@view.superQuery')}
      visible
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => finish(null)}>{words?.reset ?? host.text('@view.reset')}</Button>
          <Button type="primary" onClick={search}>
            {words?.search ?? host.text('@view.search')}
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
        {...(searched && { faults })}
        Value={ConditionValue}
      />
    </Popup>
  )
}
