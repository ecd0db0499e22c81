import { Button, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { interpolate } from '@runtime/expression'
import { truth } from '@runtime/expression/value'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { DialogPlan } from '@runtime/page'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ConflictPanel, Popup } from '../dialog'
import { type Act, ErrorSummary, FormView, mayLeave } from '../form'
import { PlaceContext, usePageState, usePlace, useVersion } from './context'
import { dialogScope, type OpenDialog } from './dialogs'
import { DocumentPlace } from './document-place'
import { ErrorNote } from './error-note'
import { Node } from './node'
import type { Screen } from './screen'
import { useFormDocument } from './use-form-document'
import { useScopedForm } from './use-scoped-form'

const OK = 'dialog:ok'

/** The page's open dialogs, topmost last. */
export function Dialogs({ screen }: { readonly screen: Screen }) {
  useVersion(screen.dialogs)
  return screen.dialogs.open.map(({ dialog, conflict = null }) => {
    const plan = screen.plan.dialogs.get(dialog.name)
    return plan ? (
      <Dialog key={dialog.id} screen={screen} dialog={dialog} plan={plan} conflict={conflict} />
    ) : null
  })
}

/** What was typed stands over what is stored; what the form has no field for (its version) is the stored one's. */
function keepMine(form: FormStore, stored: FormRecord): void {
  const mine = Object.entries(form.collect()).filter(([name]) => form.plan.fields.has(name))
  form.load({ ...stored, ...Object.fromEntries(mine) }, 'existing')
  form.status.dirty = true
}

interface DialogProps {
  readonly screen: Screen
  readonly dialog: OpenDialog
  readonly plan: DialogPlan
}

function Dialog({ screen, dialog, plan, conflict }: DialogProps & { readonly conflict: FormRecord | null }) {
  usePageState(screen)
  const scope = useMemo(() => dialogScope(dialog, screen.scope), [dialog, screen])
  const runner = useMemo(() => screen.runnerFor(dialog), [dialog, screen])
  useVersion(runner.state)
  const place = useMemo(() => ({ screen, scope, runner, dialog: true }), [screen, scope, runner])
  // A person who closes it gives up what runs in it; a step that closes it lets the steps after it run.
  const close = useCallback(() => {
    runner.cancel()
    screen.close(dialog)
  }, [runner, screen, dialog])
  const leave = async () => {
    if (!dialog.form || (await mayLeave(dialog.form, screen.host))) close()
  }
  const busy = runner.state.running[OK] === true
  const submit = async () => {
    const steps = plan.submit === undefined ? [{ close: true }] : [plan.submit].flat()
    await runner.run(dialog.form ? [{ validate: true }, ...steps] : steps, {}, { source: OK })
  }
  return (
    <Popup
      visible
      mode={plan.mode}
      width={`${plan.width}px`}
      title={screen.say(plan.title, scope)}
      onClose={close}
      dirty={() => dialog.form?.status.dirty === true}
      onSave={() => void submit()}
      status={dialog.form ? <ErrorSummary store={dialog.form} /> : undefined}
      footer={
        plan.submit ? (
          <>
            <Button onClick={() => void leave()}>{screen.say(plan.cancel ?? '@common.cancel', scope)}</Button>
            <Button type="primary" loading={busy} onClick={() => void submit()}>
              {screen.say(plan.ok ?? '@common.confirm', scope)}
            </Button>
          </>
        ) : undefined
      }
    >
      <PlaceContext value={place}>
        {conflict && dialog.form && (
          <ConflictPanel
            plan={dialog.form.plan}
            stored={conflict}
            mine={dialog.form.collect()}
            onTake={() => {
              dialog.form?.load(conflict, 'existing')
              screen.settle(dialog, null)
            }}
            onKeep={() => {
              if (dialog.form) keepMine(dialog.form, conflict)
              screen.settle(dialog, null)
              void submit()
            }}
          />
        )}
        {plan.form !== undefined && (
          <DialogForm screen={screen} dialog={dialog} plan={plan} file={plan.form} />
        )}
        {plan.body && <Node node={plan.body} />}
      </PlaceContext>
    </Popup>
  )
}

function DialogForm({ screen, dialog, plan, file }: DialogProps & { readonly file: string }) {
  const document = useFormDocument(file)
  const { record, error, retry } = useRecord(screen, dialog, plan)
  if (error !== null) return <ErrorNote message={error} retry={retry} />
  if (!record) return <Spin className="loam-wait" delay={200} />
  return (
    <DocumentPlace document={document}>
      {(form) => <LoadedForm screen={screen} dialog={dialog} plan={form} record={record} />}
    </DocumentPlace>
  )
}

function LoadedForm(props: {
  readonly screen: Screen
  readonly dialog: OpenDialog
  readonly plan: FormPlan
  readonly record: FormRecord
}) {
  const { screen, dialog, plan, record } = props
  const scope = useMemo(() => dialogScope(dialog, screen.scope), [dialog, screen])
  const store = useScopedForm(plan, record, scope)
  const { runner } = usePlace()
  useEffect(() => {
    dialog.form = store
    return () => {
      if (dialog.form === store) dialog.form = null
    }
  }, [dialog, store])
  const act = useCallback<Act>(
    (steps, button) => runner.run(steps, {}, { source: `${dialog.id} ${button}` }),
    [runner, dialog],
  )
  return <FormView store={store} act={act} />
}

/** The record a dialog's form starts with: fetched by `load`, else what `record` says, else empty. */
function useRecord(screen: Screen, dialog: OpenDialog, plan: DialogPlan) {
  const scope = useMemo(() => dialogScope(dialog, screen.scope), [dialog, screen])
  // Taken when the dialog opens: what changes around it must not undo what is typed in it.
  const [given] = useState(() => (interpolate(plan.record ?? {}, scope) ?? {}) as FormRecord)
  const { load } = plan
  const [loads] = useState(() => load !== undefined && (!load.when || truth(load.when.evaluate(scope))))
  const [record, setRecord] = useState<FormRecord | null>(loads ? null : given)
  const [error, setError] = useState<string | null>(null)
  const fetchRecord = useCallback(() => {
    if (!loads || !load) return undefined
    const controller = new AbortController()
    setError(null)
    const input = interpolate(load.with, scope) as Readonly<Record<string, unknown>>
    screen.host.call(load.call, input, { signal: controller.signal }).then(
      ({ data }) => setRecord({ ...given, ...(data as FormRecord) }),
      (failure: Error) => controller.signal.aborted || setError(failure.message),
    )
    return () => controller.abort()
  }, [loads, load, scope, screen, given])
  const fetched = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched once, when the dialog opens; a view that is shown again keeps it.
  useEffect(() => {
    if (fetched.current) return undefined
    const leave = fetchRecord()
    return () => leave?.()
  }, [])
  fetched.current = record !== null
  return { record, error, retry: fetchRecord }
}
