import { Button, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { compileAction } from '@runtime/action'
import type { Scope } from '@runtime/expression'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { DialogPlan, NodePlan } from '@runtime/page'
import { SlotContext } from '@widgets/shared/slot'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { proxy } from 'valtio/vanilla'
import { ConflictPanel, Popup } from '../dialog'
import { type Act, ErrorSummary, FormView } from '../form'
import { Icon } from '../icon'
import { mayLeave } from '../unsaved'
import { NodeReactContext, useNodeContext, usePageReads, useVersion } from './context'
import { keepMine, loadRecord } from './dialog-record'
import { dialogScope, type OpenDialog } from './dialogs'
import { DocumentState } from './document-state'
import { ErrorNote } from './error-note'
import { Node } from './node'
import { pageFormOf } from './page-form'
import { readsOfDialog } from './reads'
import type { Screen } from './screen'
import { useFormDocument } from './use-form-document'
import { useScopedForm } from './use-scoped-form'

const OK = 'dialog:ok'
/** Pixels of a dialog that says nothing else (`spec/administration.md §9`). */
const WIDTH = 600
const VALIDATE = compileAction({ validate: true })
const CLOSE = compileAction({ close: true })

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

/** A CSS length; what stands in a whole screen has all of it. */
function widthOf({ width, mode }: DialogPlan): string {
  return width === undefined && mode === 'fullScreen' ? '100%' : `${width ?? WIDTH}px`
}

/** What it does, and to which: 重置密码 · 李华. */
function titleOf(screen: Screen, { title, of }: DialogPlan, scope: Scope): string {
  return [title, of].flatMap((text) => (text && screen.text(text, scope)) || []).join(' · ')
}

interface DialogProps {
  readonly screen: Screen
  readonly dialog: OpenDialog
  readonly plan: DialogPlan
}

function Dialog({ screen, dialog, plan, conflict }: DialogProps & { readonly conflict: FormRecord | null }) {
  usePageReads(screen, readsOfDialog(plan))
  const scope = useMemo(() => dialogScope(dialog, screen.scope), [dialog, screen])
  const runner = useMemo(() => screen.runnerFor(dialog), [dialog, screen])
  useVersion(runner.state)
  const place = useMemo(() => ({ screen, scope, runner, dialog }), [screen, scope, runner, dialog])
  // A person who closes it gives up what runs in it; a step that closes it lets the steps after it run.
  const close = useCallback(() => {
    runner.cancel()
    screen.close(dialog)
  }, [runner, screen, dialog])
  const leave = async () => {
    if (await mayLeave(screen.isDirty(dialog), screen.host)) close()
  }
  const busy = runner.state.running[OK] === true
  const [isFormThere, setFormThere] = useState(false)
  const isWaiting = plan.form !== undefined && !isFormThere
  const submit = async () => {
    // Without its form the steps would run with nothing filled in, and nothing validated.
    if (isWaiting) return
    const steps = plan.submit ?? CLOSE
    await runner.run(dialog.form ? [...VALIDATE, ...steps] : steps, {}, { source: OK })
  }
  useEffect(() => {
    if (plan.form !== undefined && plan.submit) dialog.submit = submit
    return () => {
      dialog.submit = undefined
    }
  })
  return (
    <Popup
      visible
      mode={plan.mode}
      {...(dialog.isPrinted && { className: 'loam-printed-dialog' })}
      width={widthOf(plan)}
      title={titleOf(screen, plan, scope)}
      onClose={close}
      dirty={() => screen.isDirty(dialog)}
      {...(!dialog.isPrinted && { onSave: () => void submit(), onSaveAndNext: () => void submit() })}
      status={dialog.form ? <ErrorSummary store={dialog.form} /> : undefined}
      footer={
        dialog.isPrinted ? (
          <Button type="primary" icon={<Icon name="Printer" />} onClick={() => screen.host.print('dialog')}>
            {screen.host.text('@common.print')}
          </Button>
        ) : plan.submit ? (
          <>
            <Button onClick={() => void leave()}>{screen.text(plan.cancel, scope)}</Button>
            <Button type="primary" loading={busy} disabled={isWaiting} onClick={() => void submit()}>
              {screen.text(plan.ok, scope)}
            </Button>
          </>
        ) : undefined
      }
    >
      <NodeReactContext value={place}>
        {conflict && dialog.form && (
          <ConflictPanel
            store={dialog.form}
            stored={conflict}
            base={dialog.base}
            onChosen={() => dialog.form && keepMine(dialog.form, conflict)}
            onSave={() => {
              if (dialog.form) keepMine(dialog.form, conflict)
              dialog.base = conflict
              screen.settle(dialog, null)
              void submit()
            }}
          />
        )}
        {plan.form !== undefined ? (
          <DialogForm {...{ screen, dialog, plan }} file={plan.form} onThere={setFormThere} />
        ) : (
          plan.body && <Node node={plan.body} />
        )}
      </NodeReactContext>
    </Popup>
  )
}

/** Says when a dialog's form can be filled in, and when it is gone. */
type OnThere = (isThere: boolean) => void

function DialogForm({
  screen,
  dialog,
  plan,
  file,
  onThere,
}: DialogProps & { readonly file: string; readonly onThere: OnThere }) {
  const document = useFormDocument(file)
  const { record, error, retry } = useRecord(screen, dialog, plan)
  if (error !== null) return <ErrorNote message={error} retry={retry} />
  if (!record) return <Spin className="loam-wait" delay={200} />
  return (
    <DocumentState document={document}>
      {(form) => <LoadedForm {...{ screen, dialog, record, onThere }} plan={form} body={plan.body} />}
    </DocumentState>
  )
}

function LoadedForm(props: {
  readonly screen: Screen
  readonly dialog: OpenDialog
  readonly plan: FormPlan
  readonly body: NodePlan | undefined
  readonly record: FormRecord
  readonly onThere: OnThere
}) {
  const { screen, dialog, plan, body, record, onThere } = props
  const scope = useMemo(() => dialogScope(dialog, screen.scope), [dialog, screen])
  const store = useScopedForm(plan, record, scope)
  const around = useNodeContext()
  const { runner } = around
  useEffect(() => {
    dialog.form = store
    dialog.base ??= record
    onThere(true)
    return () => {
      if (dialog.form !== store) return
      dialog.form = null
      onThere(false)
    }
  }, [dialog, store, record, onThere])
  const act = useCallback<Act>(
    (steps, button) => runner.run(steps, {}, { source: `${dialog.id} ${button}` }),
    [runner, dialog],
  )
  const filled = useMemo(() => changesOf(store), [store])
  const beside = useMemo(
    () =>
      body && (
        <NodeReactContext value={{ ...around, filled }}>
          <Node node={body} />
        </NodeReactContext>
      ),
    [body, around, filled],
  )
  return (
    <SlotContext value={beside}>
      <FormView store={store} act={act} takesFocus />
      {!hasSlot(plan.nodes) && beside}
    </SlotContext>
  )
}

/** A valtio proxy that changes with what is filled in, for what stands beside a form and shows it. */
function changesOf(store: FormStore): object {
  const changes = proxy({ version: 0 })
  pageFormOf(store).onChange(() => {
    changes.version += 1
  })
  return changes
}

/** Whether a form says itself where the body of its dialog stands. */
function hasSlot(nodes: FormPlan['nodes']): boolean {
  return nodes.some((node) =>
    node.kind === 'container' ? hasSlot(node.children) : node.kind !== 'field' && node.widget === 'slot',
  )
}

/** The record a dialog's form starts with: fetched by `load`, else what `record` says, else empty. */
function useRecord(screen: Screen, dialog: OpenDialog, plan: DialogPlan) {
  const scope = useMemo(() => dialogScope(dialog, screen.scope), [dialog, screen])
  // Taken when the dialog opens: what changes around it must not undo what is typed in it.
  const [given] = useState(() => (plan.record.evaluate(scope) ?? {}) as FormRecord)
  const { load } = plan
  const [loads] = useState(() => load !== undefined && (load.when?.holds(scope) ?? true))
  const [record, setRecord] = useState<FormRecord | null>(loads ? null : given)
  const [error, setError] = useState<string | null>(null)
  const fetchRecord = useCallback(() => {
    if (!loads || !load) return undefined
    const controller = new AbortController()
    setError(null)
    loadRecord(load, scope, screen.host, controller.signal).then(
      (data) => setRecord({ ...given, ...data }),
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
