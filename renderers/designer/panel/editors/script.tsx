import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { found } from '@runtime/design/address'
import type { ScriptReport } from '@runtime/design/script-trial'
import { EMPTY_SCRIPT, isWritten } from '@runtime/form/formdata/scripts'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { BUTTON_PRESS, type ScriptEvent, scriptStub } from '@runtime/script/parameters'
import type { OfferedName } from '@widgets/shared/code-editor/completion'
import { lazy } from '@widgets/shared/lazy'
import { type ReactNode, useMemo, useState } from 'react'
import { useHost } from '../../../host'
import { usePanel, useSubject } from '../panel-subject'
import { type Draft, InDrawer, PlainCode } from './code'
import { fieldOf } from './rule'
import { Report, troubleIn } from './script-report'
import { RowChoice, useRowTrial } from './script-row'
import { SampleValues, useTrial } from './script-sample'
import './script.css'

const Code = lazy(() => import('./script-code').then(({ ScriptCode }) => ScriptCode))

/** A script; it is completed with what it is given, and tried out on a sample. */
export function ScriptEditor(props: FieldProps) {
  const { session } = usePanel()
  const subject = useSubject()
  const { plan } = session
  const name = props.name.replace(/^on_/, '')
  const field =
    plan && subject?.kind === 'widget' ? fieldOf(plan, found(session.tree, subject.address)) : undefined
  const inRow = field?.table !== undefined
  const ofList = subject?.kind === 'list'
  const event = useMemo<ScriptEvent>(() => (ofList ? BUTTON_PRESS : { name, inRow }), [ofList, name, inRow])
  return (
    <InDrawer
      props={props}
      begin={(text) => (isUntouched(text) ? scriptStub(event) : text)}
      isWritten={isWritten}
    >
      {(draft) => {
        if (!plan) return <PlainCode draft={draft} language="javascript" />
        if (ofList) return <ButtonScript draft={draft} event={event} plan={plan} />
        return <FormScript draft={draft} event={event} plan={plan} field={field} />
      }}
    </InDrawer>
  )
}

/** As the designer saves what nobody wrote. */
const isUntouched = (text: string) => text === '' || text === EMPTY_SCRIPT

interface Ran {
  readonly source: string
  readonly report: ScriptReport
}

interface ScriptProps {
  readonly draft: Draft
  readonly event: ScriptEvent
  readonly plan: FormPlan
}

function FormScript({
  plan,
  field,
  ...props
}: ScriptProps & {
  readonly field: FieldPlan | undefined
}) {
  const host = useHost()
  const sample = useTrial({ plan, field, event: props.event.name, source: props.draft.text })
  const names = useMemo(
    () =>
      [...plan.fields.values()]
        .filter(({ columns }) => !columns)
        .map((one) => ({ name: one.path, label: host.text(one.label) })),
    [plan, host],
  )
  return (
    <TriedScript {...props} names={names} onRun={() => sample.run()}>
      <SampleValues sample={sample} />
    </TriedScript>
  )
}

function ButtonScript({ plan, ...props }: ScriptProps) {
  const sample = useRowTrial(plan)
  return (
    <TriedScript {...props} names={sample.names} onRun={() => sample.run(props.draft.text)}>
      <RowChoice sample={sample} />
    </TriedScript>
  )
}

interface TriedProps extends Omit<ScriptProps, 'plan'> {
  /** Fields that it can name: the same object while they are the same. */
  readonly names: readonly OfferedName[]
  /** Runs it as it stands. Never rejects. */
  readonly onRun: () => Promise<ScriptReport>
  /** What it runs on. */
  readonly children: ReactNode
}

function TriedScript({ draft: { id, label, text, write }, event, names, onRun, children }: TriedProps) {
  const host = useHost()
  const [ran, keep] = useState<Ran | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [goings, go] = useState(0)
  const fault = useMemo(() => {
    if (ran?.report.outcome.state !== 'failed' || !ran.report.outcome.at) return null
    return { source: ran.source, at: ran.report.outcome.at, message: troubleIn(ran.report.outcome, host) }
  }, [ran, host])
  const run = async () => {
    setRunning(true)
    const report = await onRun()
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
      {children}
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
          event={event}
          place={label}
          isStale={ran.source !== text}
          onGo={() => go((count) => count + 1)}
        />
      )}
    </div>
  )
}
