import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconDown, IconUp } from '@arco-design/web-react/icon'
import type { ActionDocument } from '@runtime/action'
import { interpolate } from '@runtime/expression'
import type { FormPlan, FormRecord } from '@runtime/form/plan'
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { PHONE, useMedia } from '../../dialog'
import { type Act, FormView } from '../../form'
import { useEvent, usePlace } from '../context'
import { DocumentPlace } from '../document-place'
import type { NodeProps } from '../node'
import { useFormDocument } from '../use-form-document'
import { useScopedForm } from '../use-scoped-form'

export function FormNode({ node }: NodeProps) {
  const document = useFormDocument(`forms/${String(node['ref'])}`)
  return (
    <DocumentPlace document={document}>{(plan) => <StandingForm node={node} plan={plan} />}</DocumentPlace>
  )
}

function StandingForm({ node, plan }: NodeProps & { readonly plan: FormPlan }) {
  const { screen, scope, runner } = usePlace()
  const source = useId()
  const record = useStable((interpolate(node['record'] ?? {}, scope) ?? {}) as FormRecord)
  const store = useScopedForm(plan, record, scope)
  const name = (node['name'] as string | undefined) ?? 'form'
  const submit = node['submit'] as ActionDocument | undefined
  useEffect(() => screen.registerForm(name, store), [screen, name, store])
  const save = useCallback(async () => {
    if (submit === undefined) return
    const steps = [{ validate: name }, ...[submit].flat(), { emit: `${name}.fold` }]
    await runner.run(steps, { form: store.collect() }, { source })
  }, [submit, name, runner, store, source])
  useEvent(screen, `${name}.submit`, save)
  const act = useCallback<Act>(
    (steps, button) => runner.run(steps, { form: store.collect() }, { source: `${source} ${button}` }),
    [runner, store, source],
  )
  const whole = (
    <>
      <FormView store={store} act={act} />
      {submit !== undefined && (
        <div className="loam-form-foot">
          <Button type="primary" loading={runner.state.running[source] === true} onClick={() => void save()}>
            {screen.say(node['ok'] ?? '@common.save', scope)}
          </Button>
        </div>
      )}
    </>
  )
  if (node['summary'] === undefined) return <div>{whole}</div>
  return (
    <Asking name={name} summary={screen.say(node['summary'], scope)}>
      {whole}
    </Asking>
  )
}

interface AskingProps {
  readonly name: string
  readonly summary: string
  readonly children: ReactNode
}

/** A form that asks for what the page shows: its button stands in its last row; on a phone it is one line until it is opened. */
function Asking({ name, summary, children }: AskingProps) {
  const { screen } = usePlace()
  const isPhone = useMedia(PHONE)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  useEvent(screen, `${name}.fold`, () => setOpen(false))
  const isShown = isOpen || !isPhone
  return (
    <div>
      {isPhone && (
        <button
          type="button"
          className="loam-form-asked"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{summary}</span>
          {isOpen ? <IconUp /> : <IconDown />}
        </button>
      )}
      <div id={id} className="loam-form-asking">
        {isShown && children}
      </div>
    </div>
  )
}

/** The same object while its content is the same: a new one would load the form again. */
function useStable(record: FormRecord): FormRecord {
  const text = JSON.stringify(record)
  const last = useRef({ text, record })
  return useMemo(() => {
    if (last.current.text !== text) last.current = { text, record: JSON.parse(text) as FormRecord }
    return last.current.record
  }, [text])
}
