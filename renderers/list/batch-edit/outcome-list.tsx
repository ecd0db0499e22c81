import { Button, Tag } from '@arco-design/web-react'
import { IconCheckCircleFill, IconExclamationCircleFill, IconMinusCircle } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Tag/style/css.js'
import { useState } from 'react'
import { useHost } from '../../host'
import type { Outcome } from './run'

/** Rows that are drawn until all are asked for. */
const FIRST = 100

/** What is refused first: it is what a person has to decide about. */
const ORDER: Readonly<Record<Outcome['state'], number>> = { refused: 0, changed: 1, same: 2 }
const SIGNS = {
  refused: { icon: <IconExclamationCircleFill />, color: 'orangered', text: '@view.batchRefused' },
  changed: { icon: <IconCheckCircleFill />, color: 'green', text: '@view.batchChanges' },
  same: { icon: <IconMinusCircle />, color: 'gray', text: '@view.batchSame' },
} as const

/** Record by record what would change, or has: the values before and after, or why not. */
export function OutcomeList({
  outcomes,
  names,
  edited,
  done,
}: {
  readonly outcomes: readonly Outcome[]
  readonly names: ReadonlyMap<string, string>
  /** How many fields are given a value: of one alone the name need not be said. */
  readonly edited: number
  /** It has been carried out: what is shown is what has become of each. */
  readonly done: boolean
}) {
  const host = useHost()
  const [all, setAll] = useState(false)
  const sorted = [...outcomes].sort((a, b) => ORDER[a.state] - ORDER[b.state])
  const shown = all ? sorted : sorted.slice(0, FIRST)
  return (
    <>
      <ul className="loam-batch-outcomes" aria-label={host.text('@view.batchOutcomes')}>
        {shown.map((outcome) => {
          const { icon, color, text } = SIGNS[outcome.state]
          const word = done && outcome.state === 'changed' ? '@view.batchChanged' : text
          return (
            <li key={outcome.id} data-state={outcome.state}>
              <span className="loam-batch-name">{names.get(outcome.id) || outcome.id}</span>
              <span className="loam-batch-change">
                {outcome.message}
                {outcome.changes.map(({ path, label, before, after }, index) => (
                  <span key={path}>
                    {(index > 0 || edited > 1) && <span className="loam-batch-label">{label}</span>}
                    <del>{before || host.text('@view.batchNothing')}</del>
                    <span aria-hidden="true">→</span>
                    <ins>{after || host.text('@view.batchNothing')}</ins>
                  </span>
                ))}
              </span>
              <Tag icon={icon} color={color} size="small">
                {host.text(word)}
              </Tag>
            </li>
          )
        })}
      </ul>
      {shown.length < sorted.length && (
        <Button type="text" onClick={() => setAll(true)}>
          {host.text('@view.batchShowAll', { count: sorted.length })}
        </Button>
      )}
    </>
  )
}
