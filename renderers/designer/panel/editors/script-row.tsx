import { Select } from '@arco-design/web-react'
import '@arco-design/web-react/es/Select/style/css.js'
import { type ScriptReport, tryButtonScript } from '@runtime/design/script-trial'
import type { FormPlan } from '@runtime/form/plan'
import type { Text } from '@runtime/text'
import type { OfferedName } from '@widgets/shared/code-editor/completion'
import { useId, useMemo, useState } from 'react'
import { useHost } from '../../../host'
import { useListRows } from '../list-rows'
import { textOf } from './shown-value'

export interface RowOfScript {
  /** What of a record the script can name. */
  readonly names: readonly OfferedName[]
  /** What is said of each record. */
  readonly titles: readonly string[]
  readonly index: number
  choose(index: number): void
  /** Runs a script as it stands. Never rejects. */
  run(source: string): Promise<ScriptReport>
}

/** The record that a script of a list's button is tried out on: one of those that the list under design shows. */
export function useRowTrial(plan: FormPlan): RowOfScript {
  const host = useHost()
  const rows = useListRows()
  const [chosen, choose] = useState(0)
  // Others may have come meanwhile.
  const index = Math.min(chosen, Math.max(rows.length - 1, 0))
  const row = rows[index]
  const names = useMemo(
    () => Object.keys(row ?? {}).map((name) => ({ name, label: host.text(labelOf(name, plan)) })),
    [row, plan, host],
  )
  const titles = useMemo(() => rows.map((one, at) => `${at + 1}. ${titleOf(one)}`), [rows])
  return {
    ...{ names, titles, index, choose },
    async run(source) {
      const { scriptEngine } = await import('../../../script')
      const refusal = host.text('@scripts.notSent')
      return tryButtonScript(scriptEngine(), { source, row: row ?? {}, index, user: host.user, refusal })
    },
  }
}

/** Of a choice a record has the text under the field's name, and the value under it with `_id`. */
function labelOf(name: string, { fields }: FormPlan): Text {
  return (fields.get(name) ?? fields.get(name.replace(/_id$/, '')))?.label ?? ''
}

/** Values that tell a record from others. */
const TOLD = 3

const titleOf = (row: Readonly<Record<string, unknown>>) =>
  Object.entries(row)
    .filter(([name, value]) => !/(^|_)id$/.test(name) && typeof value !== 'object')
    .map(([, value]) => textOf(value))
    .filter((text) => text !== '')
    .slice(0, TOLD)
    .join(' · ')

export function RowChoice({ sample: { titles, index, choose } }: { readonly sample: RowOfScript }) {
  const host = useHost()
  const id = useId()
  return (
    <div className="loam-inspector-sample-value">
      <span id={id}>{host.text('@scripts.row')}</span>
      <Select
        size="small"
        aria-labelledby={id}
        value={index}
        onChange={choose}
        options={titles.map((label, value) => ({ label, value }))}
      />
    </div>
  )
}
