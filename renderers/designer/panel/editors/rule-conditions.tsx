import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { readCondition, writeCondition } from '@runtime/design/rules/condition'
import { ruleSymbols } from '@runtime/design/rules/condition-fields'
import type { FieldPlan } from '@runtime/form/plan'
import { type DraftQuery, incompleteConditions } from '@runtime/list/condition-draft'
import { ConditionGroups } from '@widgets/shared/conditions'
import { useMemo } from 'react'
import { useHost } from '../../../host'
import { ConditionValue } from '../../../list/condition-value'
import { useHeld } from './use-held'

interface RuleConditionsProps {
  readonly id: string
  readonly label: string
  readonly fields: readonly FieldPlan[]
  /** The text of the rule. */
  readonly value: string
  /** Leads to the text. */
  readonly onText: () => void
  /** @param isTyped nothing but a value has changed */
  readonly onChange: (text: string, isTyped: boolean) => void
}

/** Rows of field, symbol and value over the text of a rule; a text that they cannot say stays as it is. */
export function RuleConditions({ id, label, fields, value, onText, onChange }: RuleConditionsProps) {
  const host = useHost()
  const place = useMemo(() => ({ fields, timeZone: host.timeZone ?? null }), [fields, host])
  const read = useMemo(() => readCondition(value, place), [value, place])
  // Rows that wait for a value are not in the text.
  const [held, hold] = useHeld<DraftQuery>(value)
  const draft = held ?? read
  if (!draft)
    return (
      <div className="loam-inspector-conditions">
        <p>{host.text('@rules.conditionsNone')}</p>
        <Button size="mini" onClick={onText}>
          {host.text('@rules.conditionsText')}
        </Button>
      </div>
    )
  const incomplete = incompleteConditions(draft, fields)
  const change = (next: DraftQuery) => {
    const isWhole = incompleteConditions(next, fields).size === 0
    const text = isWhole ? writeCondition(next, place) : value
    hold(next, text)
    if (text !== value) onChange(text, shapeOf(next) === shapeOf(draft))
  }
  return (
    <div className="loam-inspector-conditions">
      <ConditionGroups
        id={id}
        host={host}
        label={label}
        draft={draft}
        fields={fields}
        symbols={ruleSymbols}
        onChange={change}
        Value={ConditionValue}
      />
      <p role="status">{incomplete.size > 0 && host.text('@rules.conditionsWaiting')}</p>
    </div>
  )
}

/** A draft but for its values. */
function shapeOf({ logic, groups }: DraftQuery): string {
  return JSON.stringify([
    logic,
    groups.map((group) => [group.logic, group.conditions.map(({ id, path, symbol }) => [id, path, symbol])]),
  ])
}
