import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { found } from '@runtime/design/address'
import { conditionFields } from '@runtime/design/rules/condition-fields'
import { readableNames, ruleFault } from '@runtime/design/rules/readable'
import { type SampleRead, tryRule, typedValue } from '@runtime/design/rules/sample'
import { sampleRecord } from '@runtime/design/sample'
import { hostScope } from '@runtime/expression'
import type { RuleName } from '@runtime/form/formdata/own-rules'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import { lazy } from '@widgets/shared/lazy'
import { useMemo, useState } from 'react'
import { useHost } from '../../../host'
import { usePanel, useSubject } from '../panel-subject'
import { Box } from './box'
import { Labelled, placeOf } from './frame'
import { textOf } from './shown-value'

const Code = lazy(() => import('./rule-code').then(({ RuleCode }) => RuleCode))
const Conditions = lazy(() => import('./rule-conditions').then(({ RuleConditions }) => RuleConditions))

/** A rule of a field: what it may read is completed, what is wrong stands where it is, and a sample shows what it comes to. */
export function RuleExpressionEditor({
  props,
  rule,
}: {
  readonly props: FieldProps
  readonly rule: RuleName
}) {
  const place = placeOf(props)
  const host = useHost()
  const { session } = usePanel()
  const subject = useSubject()
  const { plan } = session
  const target = plan && subject ? fieldOf(plan, found(session.tree, subject.address)) : undefined
  const table = target?.table
  const own = rule === 'formula' || rule === 'visible' ? target?.path : undefined
  const written = JSON.stringify(
    (plan ? readableNames(plan, table) : [])
      .filter(({ name, of }) => own !== (of === 'row' ? `${table}.${name}` : name))
      .map(({ name, label, of }) => ({
        name,
        label: host.text(label),
        ...(of === 'row' && { hint: host.text('@rules.ofRow') }),
        ...(of === 'rows' && { hint: host.text('@rules.ofRows') }),
      })),
  )
  const names = useMemo(() => JSON.parse(written) as readonly { readonly name: string }[], [written])
  const asked = useMemo(
    () => (plan ? conditionFields(plan, table, target?.path) : []),
    [plan, table, target?.path],
  )
  const value = typeof props.formData === 'string' ? props.formData : ''
  const [isByRows, showRows] = useState(false)
  const set = (text: string) => place.set(text.trim() === '' ? undefined : text)
  return (
    <Labelled place={place}>
      <Code
        id={place.id}
        label={place.label}
        value={value}
        names={names}
        faultOf={(text) => {
          const fault = session.plan && ruleFault(text, session.plan, table)
          return fault ? { offset: fault.offset, message: host.text(fault.message, fault.params) } : null
        }}
        onChange={set}
        onBlur={() => place.field.onBlur?.(place.id, props.formData)}
      />
      {plan && rule !== 'formula' && !place.field.disabled && (
        <Button
          className="loam-inspector-by-rows"
          size="mini"
          type="text"
          aria-expanded={isByRows}
          aria-label={host.text('@rules.conditionsOf', { name: place.label })}
          onClick={() => showRows(!isByRows)}
        >
          {host.text('@rules.conditions')}
        </Button>
      )}
      {plan && isByRows && (
        <Conditions
          id={`${place.id}_rows`}
          label={place.label}
          fields={asked}
          value={value}
          onText={() => document.getElementById(place.id)?.focus()}
          onChange={(text, isTyped) => {
            if (!isTyped) session.seal()
            set(text)
            if (!isTyped) session.seal()
          }}
        />
      )}
      {plan && value.trim() !== '' && (
        <Sample plan={plan} source={value} table={table} target={rule === 'formula' ? target : undefined} />
      )}
    </Labelled>
  )
}

/** The field that is made of a node. */
export function fieldOf(plan: FormPlan, node: unknown): FieldPlan | undefined {
  return [...plan.fields.values()].find(({ designed }) => designed?.source === node)
}

/** What a rule comes to on a sample record; what it reads there can be changed in place. */
function Sample({
  plan,
  source,
  table,
  target,
}: {
  readonly plan: FormPlan
  readonly source: string
  readonly table: string | undefined
  /** The field whose value the rule is; absent: it is a condition. */
  readonly target: FieldPlan | undefined
}) {
  const host = useHost()
  const { session } = usePanel()
  const [typed, type] = useState<ReadonlyMap<string, string>>(new Map())
  const record = useMemo(() => sampleRecord(plan, session.widgets, 0), [plan, session])
  if (ruleFault(source, plan, table)) return null
  const given = new Map(
    [...typed].flatMap(([key, text]) => {
      const field = plan.fields.get(key.replace('[]', ''))
      return field ? [[key, asGiven(key, text, field)] as const] : []
    }),
  )
  const result = tryRule(source, { plan, table, record, given, outer: hostScope(host) }, target)
  if (!result) return null
  const { reads, value, problem } = result
  const said =
    problem && value === null ? host.text(problem.message, problem.params) : wordsOf(value, target, host)
  return (
    <div className="loam-inspector-sample">
      {reads.length > 0 && (
        <fieldset>
          <legend>{host.text('@rules.sample')}</legend>
          {reads.map((read) => (
            <SampleValue
              key={read.key}
              read={read}
              text={typed.get(read.key) ?? textOf(read.value)}
              onChange={(text) => type(new Map(typed).set(read.key, text))}
            />
          ))}
        </fieldset>
      )}
      <output>{host.text('@rules.sampleResult', { value: said })}</output>
    </div>
  )
}

/** A value of the sample, to be changed in place. */
export function SampleValue({
  read: { key, field },
  text,
  onChange,
}: {
  readonly read: Pick<SampleRead, 'key' | 'field'>
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const host = useHost()
  const name = host.text(field.label) || field.path
  return (
    <div className="loam-inspector-sample-value">
      <span title={key.endsWith('[]') ? host.text('@rules.sampleRows') : field.path}>{name}</span>
      <Box label={host.text('@rules.sampleValue', { name })} value={text} onChange={onChange} />
    </div>
  )
}

function asGiven(key: string, text: string, field: FieldPlan): unknown {
  return key.endsWith('[]')
    ? text.split(/[,，]/).map((one) => typedValue(one.trim(), field))
    : typedValue(text, field)
}

function wordsOf(value: unknown, target: FieldPlan | undefined, host: Pick<Host, 'text'>): string {
  if (!target) return host.text(value ? '@rules.holds' : '@rules.holdsNot')
  const text = textOf(value)
  return text === '' ? host.text('@rules.empty') : text
}
