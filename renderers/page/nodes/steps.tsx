import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { ActionRunner, StepPlan } from '@runtime/action'
import type { Scope } from '@runtime/expression'
import { useCallback, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { getVersion, proxy, subscribe } from 'valtio/vanilla'
import { Icon } from '../../icon'
import { type NodeContext, NodeReactContext, useNodeContext, useRunning } from '../context'
import { Node, type NodeProps } from '../node'
import type { PageForm } from '../page-form'
import { readsOf } from '../reads'
import './steps.css'

type StepsPlan = NodeProps<'steps'>['node']
type Step = StepsPlan['items'][number] & { readonly key: number }

/** Steps that were reached stay drawn, so that what was filled in is there when a person goes back. */
export function StepsNode({ node }: NodeProps<'steps'>) {
  const around = useNodeContext()
  const { screen, runner } = around
  const source = useId()
  const forms = useForms()
  const inside = useMemo(() => withFilled(around, forms), [around, forms])
  const { scope } = inside
  useFilled(node, forms)
  const steps = node.items
    .map((item, key): Step => ({ ...item, key }))
    .filter(({ visible }) => visible?.holds(scope) ?? true)
  const [at, setAt] = useState(0)
  const [reached, setReached] = useState(0)
  const now = Math.min(at, steps.length - 1)
  const current = steps[now]
  const head = useFocusOnChange(now)
  const busy = useRunning(runner, source)
  if (!current) return null
  const isLast = now === steps.length - 1
  const go = (to: number) => {
    setAt(to)
    setReached((before) => Math.max(before, to))
  }
  const forward = () => {
    if (!forms.areValid(current.key)) return
    const onward: StepPlan = { verb: 'steps', document: {}, run: async () => go(now + 1) }
    const next = current.next ?? []
    const plan = isLast ? [...next, ...(node.submit ?? [])] : [...next, onward]
    void runner.run(plan, { form: forms.all() }, { source })
  }
  return (
    <section className="loam-steps">
      <ol>
        {steps.map(({ key, title, text }, index) => (
          <li
            key={key}
            aria-current={index === now ? 'step' : undefined}
            data-done={index < reached && index !== now}
          >
            <button type="button" disabled={index > reached || busy} onClick={() => setAt(index)}>
              <span aria-hidden>{index < reached && index !== now ? <Icon name="Check" /> : index + 1}</span>
              <strong>{screen.text(title, scope)}</strong>
              {text && <small>{screen.text(text, scope)}</small>}
            </button>
          </li>
        ))}
      </ol>
      <h3 ref={head} tabIndex={-1} className="loam-steps-head">
        {screen.host.text('@page.stepOf', { step: now + 1, count: steps.length })}
      </h3>
      {steps.map((step, index) =>
        index <= reached ? (
          <div key={step.key} hidden={index !== now}>
            <StepBody step={step} around={inside} onForm={forms.join} />
          </div>
        ) : null,
      )}
      <div className="loam-form-foot">
        {now > 0 && (
          <Button disabled={busy} onClick={() => setAt(now - 1)}>
            {screen.host.text('@page.previous')}
          </Button>
        )}
        {(!isLast || node.submit) && (
          <Button type="primary" loading={busy} onClick={forward}>
            {isLast ? screen.text(node.ok, scope) : screen.host.text('@page.next')}
          </Button>
        )}
      </div>
    </section>
  )
}

interface StepBodyProps {
  readonly step: Step
  readonly around: NodeContext
  readonly onForm: (step: number, form: PageForm) => () => void
}

function StepBody({ step: { key, body }, around, onForm }: StepBodyProps) {
  const place = useMemo(
    () => ({ ...around, joined: (form: PageForm) => onForm(key, form) }),
    [around, key, onForm],
  )
  return (
    <NodeReactContext value={place}>
      <Node node={body} />
    </NodeReactContext>
  )
}

/** What stands in the steps sees what has been filled in so far as `form`, and what runs there begins with it. */
function withFilled(around: NodeContext, forms: Forms): NodeContext {
  const { runner, scope: outside } = around
  const scope: Scope = { get: (name) => (name === 'form' ? forms.all() : outside.get(name)) }
  const run: ActionRunner['run'] = (action, names, options) =>
    runner.run(action, { form: forms.all(), ...names }, options)
  return { ...around, scope, runner: { ...runner, run }, filled: forms.changes }
}

/** Draws the steps again with what is filled in, where their own words read it. */
function useFilled(node: StepsPlan, { changes }: Forms): void {
  const isRead = readsOf(node).page === null
  useSyncExternalStore(
    useCallback(
      (listener) => (isRead ? subscribe(changes, listener, true) : () => undefined),
      [changes, isRead],
    ),
    () => (isRead ? getVersion(changes) : 0),
  )
}

type Forms = ReturnType<typeof useForms>

/** The forms that stand in the steps, by step. */
function useForms() {
  const [forms] = useState(() => {
    const known = new Map<PageForm, number>()
    const changes = proxy({ version: 0 })
    const changed = () => {
      changes.version += 1
    }
    const of = (step?: number) =>
      [...known]
        .filter(([, owner]) => step === undefined || owner === step)
        .sort(([, a], [, b]) => a - b)
        .map(([form]) => form)
    return {
      join(step: number, form: PageForm) {
        known.set(form, step)
        const stop = form.onChange(changed)
        changed()
        return () => {
          stop()
          known.delete(form)
          changed()
        }
      },
      /** Valtio proxy: grows with whatever is filled in. */
      changes,
      /** Shows what is wrong in the first that is not. */
      areValid: (step: number) => of(step).every((form) => form.validate()),
      /** The members of all together. */
      all: (): Readonly<Record<string, unknown>> =>
        Object.assign({}, ...of().map((form) => form.filled().record)),
    }
  })
  return forms
}

/** The head of a step is read out when another step comes; not at the start, where the page is read from its top. */
function useFocusOnChange(step: number) {
  const head = useRef<HTMLHeadingElement>(null)
  const last = useRef(step)
  useEffect(() => {
    if (last.current !== step) head.current?.focus()
    last.current = step
  }, [step])
  return head
}
