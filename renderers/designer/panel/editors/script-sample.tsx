import { typedValue } from '@runtime/design/rules/sample'
import { sampleRecord } from '@runtime/design/sample'
import { namedIn, type ScriptReport, tryScript } from '@runtime/design/script-trial'
import type { FieldPlan, FormPlan, FormRecord } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { useMemo, useState } from 'react'
import { useHost } from '../../../host'
import { previewHost } from '../../preview-host'
import { usePanel } from '../panel-subject'
import { SampleValue } from './rule'
import { textOf } from './shown-value'

export interface SampleOfScript {
  readonly fields: readonly FieldPlan[]
  textOf(field: FieldPlan): string
  type(field: FieldPlan, text: string): void
  /** Runs the script as it stands. Never rejects. */
  run(): Promise<ScriptReport>
}

/** The record that a script is tried out on; what of it the script names can be changed. */
export function useTrial({
  plan,
  field,
  event,
  source,
}: {
  readonly plan: FormPlan
  readonly field: FieldPlan | undefined
  readonly event: string
  readonly source: string
}): SampleOfScript {
  const host = useHost()
  const { session } = usePanel()
  const record = useMemo(() => sampleRecord(plan, session.widgets, 0), [plan, session])
  const [typed, keep] = useState<ReadonlyMap<string, string>>(new Map())
  const fields = useMemo(() => namedIn(source, plan, field), [source, plan, field])
  return {
    fields,
    textOf: (one) => typed.get(one.path) ?? textOf(valueIn(record, one)),
    type: (one, text) => keep(new Map(typed).set(one.path, text)),
    async run() {
      const { scriptEngine } = await import('../../../script')
      const given = new Map(
        fields.flatMap((one) => {
          const text = typed.get(one.path)
          return text === undefined ? [] : [[one.path, typedValue(text, one)] as const]
        }),
      )
      const refusal = host.text('@scripts.notSent')
      return tryScript(scriptEngine(), {
        ...{ source, event, field, plan, record, given, refusal },
        host: previewHost(host, null),
      })
    },
  }
}

function valueIn(record: FormRecord, { path, name, table }: FieldPlan): unknown {
  if (table === undefined) return record[path]
  const rows = record[table]
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined
  return isRecord(first) ? first[name] : undefined
}

export function SampleValues({ sample }: { readonly sample: SampleOfScript }) {
  const host = useHost()
  if (sample.fields.length === 0) return null
  return (
    <div className="loam-inspector-sample">
      <fieldset>
        <legend>{host.text('@rules.sample')}</legend>
        {sample.fields.map((field) => (
          <SampleValue
            key={field.path}
            read={{ key: field.path, field }}
            text={sample.textOf(field)}
            onChange={(text) => sample.type(field, text)}
          />
        ))}
      </fieldset>
    </div>
  )
}
