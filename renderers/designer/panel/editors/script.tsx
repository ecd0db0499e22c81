import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { found } from '@runtime/design/address'
import type { ScriptReport } from '@runtime/design/script-trial'
import { EMPTY_SCRIPT, isWritten } from '@runtime/form/formdata/scripts'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { type ScriptEvent, scriptStub } from '@runtime/script/parameters'
import { lazy } from '@widgets/shared/lazy'
import { useMemo, useState } from 'react'
import { useHost } from '../../../host'
import { usePanel, useSubject } from '../panel-subject'
import { type Draft, InDrawer, PlainCode } from './code'
import { fieldOf } from './rule'
import { Report, troubleIn } from './script-report'
import { SampleValues, useTrial } from './script-sample'
import './script.css'

const Code = lazy(() => import('./script-code').then(({ ScriptCode }) => ScriptCode))

/** A script; one of a form is completed with what it is given, and tried out on a sample. */
export function ScriptEditor(props: FieldProps) {
  const { session } = usePanel()
  const subject = useSubject()
  const { plan } = session
  const isOfForm = subject?.kind === 'form' || subject?.kind === 'widget'
  const name = props.name.replace(/^on_/, '')
  const field =
    plan && subject?.kind === 'widget' ? fieldOf(plan, found(session.tree, subject.address)) : undefined
  const inRow = field?.table !== undefined
  return (
    <InDrawer
      props={props}
      begin={(text) => (isOfForm && isUntouched(text) ? scriptStub({ name, inRow }) : text || EMPTY_SCRIPT)}
      isWritten={isWritten}
    >
      {(draft) =>
        isOfForm && plan ? (
          <FormScript draft={draft} event={{ name, inRow }} plan={plan} field={field} />
        ) : (
          <PlainCode draft={draft} language="javascript" />
        )
      }
    </InDrawer>
  )
}

/** As the designer saves what nobody wrote. */
const isUntouched = (text: string) => text === '' || text === EMPTY_SCRIPT

interface Ran {
  readonly source: string
  readonly report: ScriptReport
}

function FormScript({
  draft: { id, label, text, write },
  event,
  plan,
  field,
}: {
  readonly draft: Draft
  readonly event: ScriptEvent
  readonly plan: FormPlan
  readonly field: FieldPlan | undefined
}) {
  const host = useHost()
  const sample = useTrial({ plan, field, event: event.name, source: text })
  const [ran, keep] = useState<Ran | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [goings, go] = useState(0)
  const names = useMemo(
    () =>
      [...plan.fields.values()]
        .filter(({ columns }) => !columns)
        .map((one) => ({ name: one.path, label: host.text(one.label) })),
    [plan, host],
  )
  const fault = useMemo(() => {
    if (ran?.report.outcome.state !== 'failed' || !ran.report.outcome.at) return null
    return { source: ran.source, at: ran.report.outcome.at, message: troubleIn(ran.report.outcome, host) }
  }, [ran, host])
  const run = async () => {
    setRunning(true)
    const report = await sample.run()
    setRunning(false)
    keep({ source: text, report })
  }
  return (
    <div className="loam-script">
      <Code
        id={id}
        label={label}
        value={text}
        event={event}
        names={names}
        fault={fault}
        goings={goings}
        onChange={write}
        onRun={run}
      />
      <SampleValues sample={sample} />
      <div className="loam-inspector-acts">
        <Button
          size="small"
          disabled={text.trim() === ''}
          loading={isRunning}
          title="Ctrl+Enter"
          onClick={run}
        >
          {host.text('@scripts.run')}
        </Button>
        {text.trim() === '' && (
          <Button size="small" onClick={() => write(scriptStub(event))}>
            {host.text('@scripts.insertStub')}
          </Button>
        )}
      </div>
      {ran && (
        <Report
          report={ran.report}
          event={event.name}
          place={label}
          isStale={ran.source !== text}
          onGo={() => go((count) => count + 1)}
        />
      )}
    </div>
  )
}
