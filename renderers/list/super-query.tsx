import { Button, Radio, Select } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Radio/style/css.js'
import '@arco-design/web-react/es/Select/style/css.js'
import type { FieldPlan } from '@runtime/form/plan'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Popup } from '../dialog'
import { Field, LooseFields } from '../form'
import { useHost } from '../host'
import { SearchedSelect } from '../searched-select'
import {
  type DraftCondition,
  type DraftGroup,
  decodeDraft,
  encodeQuery,
  needsValue,
  newCondition,
  newGroup,
  SYMBOL_TEXT,
  symbolsOf,
} from './super-query-model'
import { type FreeField, valueStore } from './value-form'

/** Conditions in groups, each with its own and/or. */
export function SuperQuery({
  fields,
  value,
  onSearch,
  onClose,
}: {
  readonly fields: readonly FieldPlan[]
  readonly value: unknown
  readonly onSearch: (query: object | null) => void
  readonly onClose: () => void
}) {
  const host = useHost()
  const [draft, setDraft] = useState(() => decodeDraft(value, fields))
  const finish = (query: object | null) => {
    onSearch(query)
    onClose()
  }
  const setGroup = (index: number, group: DraftGroup) =>
    setDraft({ ...draft, groups: draft.groups.with(index, group) })
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
          <Button type="primary" onClick={() => finish(encodeQuery(draft, fields))}>
            {host.text('@view.search')}
          </Button>
        </>
      }
    >
      <div className="loam-list-conditions">
        {draft.groups.length > 1 && (
          <Logic value={draft.logic} onChange={(logic) => setDraft({ ...draft, logic })} />
        )}
        {draft.groups.map((group, index) => (
          <Group
            key={group.id}
            group={group}
            fields={fields}
            onChange={(changed) => setGroup(index, changed)}
            onRemove={
              draft.groups.length > 1
                ? () => setDraft({ ...draft, groups: draft.groups.toSpliced(index, 1) })
                : null
            }
          />
        ))}
        <Button
          type="dashed"
          icon={<IconPlus />}
          onClick={() => setDraft({ ...draft, groups: [...draft.groups, newGroup()] })}
        >
          {host.text('@view.addGroup')}
        </Button>
      </div>
    </Popup>
  )
}

function Logic({
  value,
  onChange,
}: {
  readonly value: 'and' | 'or'
  readonly onChange: (value: 'and' | 'or') => void
}) {
  const host = useHost()
  return (
    <Radio.Group
      type="button"
      size="small"
      value={value}
      onChange={onChange}
      options={[
        { value: 'and', label: host.text('@view.matchAll') },
        { value: 'or', label: host.text('@view.matchAny') },
      ]}
    />
  )
}

function Group({
  group,
  fields,
  onChange,
  onRemove,
}: {
  readonly group: DraftGroup
  readonly fields: readonly FieldPlan[]
  readonly onChange: (group: DraftGroup) => void
  readonly onRemove: (() => void) | null
}) {
  const host = useHost()
  const { conditions } = group
  return (
    <fieldset className="loam-list-condition-group">
      <div className="loam-list-condition-head">
        <Logic value={group.logic} onChange={(logic) => onChange({ ...group, logic })} />
        {onRemove && (
          <Button type="text" size="small" onClick={onRemove}>
            {host.text('@view.removeGroup')}
          </Button>
        )}
      </div>
      {conditions.map((condition, index) => (
        <Condition
          key={condition.id}
          condition={condition}
          fields={fields}
          onChange={(changed) => onChange({ ...group, conditions: conditions.with(index, changed) })}
          onRemove={() =>
            onChange({
              ...group,
              conditions: conditions.length > 1 ? conditions.toSpliced(index, 1) : [newCondition()],
            })
          }
        />
      ))}
      <Button
        type="text"
        size="small"
        icon={<IconPlus />}
        onClick={() => onChange({ ...group, conditions: [...conditions, newCondition()] })}
      >
        {host.text('@view.addCondition')}
      </Button>
    </fieldset>
  )
}

function Condition({
  condition,
  fields,
  onChange,
  onRemove,
}: {
  readonly condition: DraftCondition
  readonly fields: readonly FieldPlan[]
  readonly onChange: (condition: DraftCondition) => void
  readonly onRemove: () => void
}) {
  const host = useHost()
  const field = fields.find(({ path }) => path === condition.path)
  const symbols = field ? symbolsOf(field) : []
  const choose = (path: string) => {
    const chosen = fields.find((one) => one.path === path)
    onChange({ ...condition, path, symbol: (chosen && symbolsOf(chosen)[0]) ?? '==', value: null })
  }
  return (
    <div className="loam-list-condition">
      <SearchedSelect
        aria-label={host.text('@view.chooseField')}
        placeholder={host.text('@view.chooseField')}
        {...(condition.path === null ? {} : { value: condition.path })}
        options={fields.map(({ path, label }) => ({ value: path, label: host.text(label) }))}
        onChange={choose}
      />
      <Select
        aria-label={host.text('@view.symbol')}
        disabled={!field}
        {...(field ? { value: condition.symbol } : {})}
        placeholder={host.text('@view.symbol')}
        options={symbols.map((symbol) => ({ value: symbol, label: host.text(SYMBOL_TEXT[symbol]) }))}
        onChange={(symbol: string) => onChange({ ...condition, symbol, value: null })}
      />
      <div className="loam-list-condition-value">
        {field && needsValue(condition.symbol) && (
          <ConditionValue
            key={`${field.path} ${shapeOf(condition.symbol)}`}
            field={field}
            shape={shapeOf(condition.symbol)}
            value={condition.value}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
      </div>
      <Button
        type="text"
        icon={<IconDelete />}
        aria-label={host.text('@view.removeCondition')}
        onClick={onRemove}
      />
    </div>
  )
}

type Shape = 'one' | 'range' | 'several'

function shapeOf(symbol: string): Shape {
  if (symbol === 'between') return 'range'
  return symbol === 'in' || symbol === 'notIn' ? 'several' : 'one'
}

/** The value of a condition, asked by the field's own widget. */
function ConditionValue({
  field,
  shape,
  value,
  onChange,
}: {
  readonly field: FieldPlan
  readonly shape: Shape
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}) {
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
