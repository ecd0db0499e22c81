import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { dataOf } from '@runtime/data'
import { found } from '@runtime/design/address'
import { sampleRecord } from '@runtime/design/sample'
import { type SourceAnswer, sourceAnswer } from '@runtime/design/source-trial'
import { CallError } from '@runtime/host'
import { asWord } from '@runtime/json'
import type { Option } from '@runtime/widget/definition'
import { filledParams } from '@runtime/widget/options'
import { useState } from 'react'
import { useHost } from '../../../host'
import { usePanel, useSubject } from '../panel-subject'
import { Box } from './box'
import { paramsOf, useChoices } from './choices'
import type { Param } from './params'
import { fieldOf } from './rule'
import { textOf } from './shown-value'
import './source-trial.css'

type Json = Readonly<Record<string, unknown>>

/** Fields whose change empties the one that is edited, since its choices depend on them. */
export function Cleared() {
  const host = useHost()
  const { session } = usePanel()
  const subject = useSubject()
  const { plan } = session
  const own = plan && subject?.kind === 'widget' ? fieldOf(plan, found(session.tree, subject.address)) : null
  if (!plan || !own) return null
  const rules = plan.rules.filter(
    ({ target, kind, clear }) => target === own.path && kind === 'options' && clear,
  )
  const names = [...new Set(rules.flatMap(({ reads }) => reads))].flatMap((path) => {
    const field = plan.fields.get(path)
    return field ? [host.text(field.label) || path] : []
  })
  if (names.length === 0) return null
  return (
    <p className="loam-inspector-clears">
      {host.text('@design.editor.clears', { names: names.join(host.text('@diff.separator')) })}
    </p>
  )
}

/** Asks an interface with values for its parameters, and shows what it answers; its members are handed on. */
export function SourceTrial({
  source,
  isTree,
  onAnswer,
}: {
  /** The interface, what it is asked with, and the members that choices consist of. */
  readonly source: Json
  readonly isTree: boolean
  readonly onAnswer: (members: readonly Option[]) => void
}) {
  const host = useHost()
  const id = asWord(source['interface'] ?? '')
  const params = useTestParams(id, (source['params'] ?? []) as readonly Param[])
  const [answer, keep] = useState<SourceAnswer | string | null>(null)
  const [isAsking, ask] = useState(false)
  if (id === '') return null
  const run = async () => {
    ask(true)
    try {
      const input = { id, paramList: params.list.map(({ field, value }) => ({ field, defaultValue: value })) }
      const data = await dataOf(host).read({ call: 'dataInterface.preview', input }, { again: true })
      const answered = sourceAnswer(data)
      keep(answered)
      onAnswer(answered.members.map((member) => ({ value: member, label: member })))
    } catch (error) {
      const isSaid = error instanceof CallError && error.message !== ''
      keep(isSaid ? error.message : host.text('@design.editor.answerFailed'))
    }
    ask(false)
  }
  return (
    <div className="loam-inspector-trial">
      {params.list.length > 0 && (
        <div className="loam-inspector-sample">
          <fieldset>
            <legend>{host.text('@design.editor.testParams')}</legend>
            {params.list.map(({ field, value }) => (
              <div key={field} className="loam-inspector-sample-value">
                <span aria-hidden="true">{field}</span>
                <Box
                  label={host.text('@design.editor.testValueOf', { name: field })}
                  value={textOf(value)}
                  onChange={(text) => params.type(field, text)}
                />
              </div>
            ))}
          </fieldset>
        </div>
      )}
      <div className="loam-inspector-acts">
        <Button size="mini" loading={isAsking} onClick={run}>
          {host.text('@design.editor.tryInterface')}
        </Button>
      </div>
      {typeof answer === 'string' && (
        <p role="alert" className="loam-inspector-wrong">
          {answer}
        </p>
      )}
      {answer !== null && typeof answer === 'object' && (
        <Answer answer={answer} source={source} isTree={isTree} />
      )}
    </div>
  )
}

/** What each parameter is tried with: what is typed, else its constant, else the sample's value of its field. */
function useTestParams(id: string, stored: readonly Param[]) {
  const { session } = usePanel()
  const declared = useChoices(paramsOf(id))
  const [typed, keep] = useState<ReadonlyMap<string, string>>(new Map())
  const { plan } = session
  const sample = plan ? sampleRecord(plan, session.widgets, 0) : {}
  const filled = filledParams(
    stored.map((one) => ({ ...one, defaultValue: one['defaultValue'] })),
    (path) => sample[path],
  )
  const names = new Set([
    ...(declared ?? []).map(({ value }) => asWord(value)),
    ...stored.map(({ field }) => field),
  ])
  return {
    list: [...names].map((field) => ({
      field,
      value: typed.get(field) ?? filled.find((one) => one.field === field)?.defaultValue ?? '',
    })),
    type: (field: string, text: string) => keep(new Map(typed).set(field, text)),
  }
}

/** Rows that are shown. */
const SHOWN = 5

function Answer({
  answer: { rows, members },
  source,
  isTree,
}: {
  readonly answer: SourceAnswer
  readonly source: Json
  readonly isTree: boolean
}) {
  const host = useHost()
  if (rows.length === 0) return <p role="status">{host.text('@design.editor.answerEmpty')}</p>
  const parts = (['value', 'label', ...(isTree ? (['children'] as const) : [])] as const).map((part) => ({
    part,
    member: asWord(source[part] ?? ''),
  }))
  const lacking = parts.filter(({ part, member }) => part !== 'children' && !members.includes(member))
  const shown = rows.slice(0, SHOWN)
  const said = (value: unknown) =>
    Array.isArray(value) ? host.text('@design.editor.answerBelow', { count: value.length }) : textOf(value)
  return (
    <>
      <p role="status">
        {host.text('@design.editor.answerCount', { count: rows.length, shown: shown.length })}
      </p>
      {lacking.map(({ part, member }) => (
        <p key={part} className="loam-inspector-wrong">
          {host.text('@design.editor.lacks', { member })}
        </p>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="loam-inspector-answer" tabIndex={0} aria-label={host.text('@design.editor.answer')}>
        <table>
          <thead>
            <tr>
              {members.map((member) => (
                <th key={member} scope="col">
                  {member}
                  {parts
                    .filter((one) => one.member === member)
                    .map(({ part }) => (
                      <small key={part}>{host.text(`@design.editor.${part}Member`)}</small>
                    ))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are what they are by their order.
              <tr key={index}>
                {members.map((member) => (
                  <td key={member}>{said(row[member])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
