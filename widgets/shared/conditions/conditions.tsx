import './conditions.css'
import { Button } from '@arco-design/web-react'
import { IconDelete, IconPlus } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import {
  type ConditionShape,
  type DraftCondition,
  type DraftGroup,
  type DraftQuery,
  needsValue,
  newCondition,
  newGroup,
  SYMBOL_TEXT,
  shapeOf,
  symbolsOf,
} from '@runtime/list/condition-draft'
import type { ComponentType } from 'react'
import { PlainChoice } from '../choice-box'
import { RadioRow } from '../radio-row'

export interface ConditionValueProps {
  readonly id: string
  readonly host: Host
  readonly label: string
  readonly field: FieldPlan
  readonly shape: ConditionShape
  readonly value: unknown
  readonly disabled: boolean
  readonly onChange: (value: unknown) => void
}

interface ConditionGroupsProps {
  readonly id: string
  readonly host: Host
  /** Stands before the names of all controls; empty: nothing. */
  readonly label: string
  readonly draft: DraftQuery
  readonly fields: readonly FieldPlan[]
  /** The symbols that a field takes; those of a list's search where nothing else is said. */
  readonly symbols?: (field: FieldPlan) => readonly string[]
  readonly disabled?: boolean
  readonly onChange: (draft: DraftQuery) => void
  /** What is wrong with conditions, by their ids: the key of a sentence that names `field`. */
  readonly faults?: ReadonlyMap<string, string>
  /** Asks for the value of a condition: by the field's own widget. */
  readonly Value: ComponentType<ConditionValueProps>
}

/** Conditions in groups, each with its own and/or. */
export function ConditionGroups(props: ConditionGroupsProps) {
  const { host, draft, disabled = false, onChange } = props
  return (
    <div className="loam-conditions">
      {draft.groups.length > 1 && (
        <Logic props={props} value={draft.logic} onChange={(logic) => onChange({ ...draft, logic })} />
      )}
      {draft.groups.map((group, index) => (
        <Group
          key={group.id}
          props={props}
          group={group}
          number={index + 1}
          onChange={(changed) => onChange({ ...draft, groups: draft.groups.with(index, changed) })}
          onRemove={
            draft.groups.length > 1 && !disabled
              ? () => onChange({ ...draft, groups: draft.groups.toSpliced(index, 1) })
              : null
          }
        />
      ))}
      {!disabled && (
        <Button
          type="dashed"
          icon={<IconPlus />}
          onClick={() => onChange({ ...draft, groups: [...draft.groups, newGroup()] })}
        >
          {host.text('@view.addGroup')}
        </Button>
      )}
    </div>
  )
}

function Logic({
  props: { host, disabled = false },
  value,
  onChange,
}: {
  readonly props: ConditionGroupsProps
  readonly value: 'and' | 'or'
  readonly onChange: (value: 'and' | 'or') => void
}) {
  return (
    <RadioRow
      aria-label={host.text('@view.match')}
      type="button"
      size="small"
      disabled={disabled}
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
  props,
  group,
  number,
  onChange,
  onRemove,
}: {
  readonly props: ConditionGroupsProps
  readonly group: DraftGroup
  readonly number: number
  readonly onChange: (group: DraftGroup) => void
  readonly onRemove: (() => void) | null
}) {
  const { host, disabled = false } = props
  const { conditions } = group
  return (
    <fieldset className="loam-condition-group">
      <div className="loam-condition-head">
        <Logic props={props} value={group.logic} onChange={(logic) => onChange({ ...group, logic })} />
        {onRemove && (
          <Button type="text" size="small" onClick={onRemove}>
            {host.text('@view.removeGroup')}
          </Button>
        )}
      </div>
      {conditions.map((condition, index) => (
        <Condition
          key={condition.id}
          props={props}
          fault={props.faults?.get(condition.id)}
          // The very first control is what the field's label names.
          id={number === 1 && index === 0 ? props.id : `${props.id}_${condition.id}`}
          condition={condition}
          onChange={(changed) => onChange({ ...group, conditions: conditions.with(index, changed) })}
          onRemove={() =>
            onChange({
              ...group,
              conditions: conditions.length > 1 ? conditions.toSpliced(index, 1) : [newCondition()],
            })
          }
        />
      ))}
      {!disabled && (
        <Button
          type="text"
          size="small"
          icon={<IconPlus />}
          onClick={() => onChange({ ...group, conditions: [...conditions, newCondition()] })}
        >
          {host.text('@view.addCondition')}
        </Button>
      )}
    </fieldset>
  )
}

function Condition({
  props: { host, label, fields, symbols = symbolsOf, disabled = false, Value },
  id,
  condition,
  fault,
  onChange,
  onRemove,
}: {
  readonly props: ConditionGroupsProps
  readonly id: string
  readonly fault: string | undefined
  readonly condition: DraftCondition
  readonly onChange: (condition: DraftCondition) => void
  readonly onRemove: () => void
}) {
  const field = fields.find(({ path }) => path === condition.path)
  const shape = shapeOf(condition.symbol)
  const named = (key: string) => `${label} ${host.text(key)}`.trim()
  const choose = (path: unknown) => {
    const chosen = fields.find((one) => one.path === path)
    if (!chosen) return
    onChange({ ...condition, path: chosen.path, symbol: symbols(chosen)[0] ?? '==', value: null })
  }
  return (
    <div className="loam-condition">
      <PlainChoice
        id={id}
        host={host}
        label={named('@view.chooseField')}
        placeholder={host.text('@view.chooseField')}
        searched
        disabled={disabled}
        value={condition.path}
        options={fields.map((one) => ({ value: one.path, label: host.text(one.label) }))}
        onChange={choose}
      />
      <PlainChoice
        id={`${id}_symbol`}
        host={host}
        label={named('@view.symbol')}
        placeholder={host.text('@view.symbol')}
        disabled={disabled || !field}
        value={field ? condition.symbol : null}
        options={(field ? symbols(field) : []).map((symbol) => ({
          value: symbol,
          label: host.text(SYMBOL_TEXT[symbol]),
        }))}
        onChange={(symbol) => onChange({ ...condition, symbol: String(symbol), value: null })}
      />
      <div className="loam-condition-value">
        {field && needsValue(condition.symbol) && (
          <Value
            key={`${field.path} ${shape}`}
            id={`${id}_value`}
            host={host}
            label={named('@view.value')}
            field={field}
            shape={shape}
            value={condition.value}
            disabled={disabled}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
        {fault !== undefined && field && (
          <p className="loam-form-error" role="alert">
            {host.text(fault, { field: host.text(field.label) })}
          </p>
        )}
      </div>
      {!disabled && (
        <Button
          type="text"
          icon={<IconDelete />}
          aria-label={named('@view.removeCondition')}
          onClick={onRemove}
        />
      )}
    </div>
  )
}
