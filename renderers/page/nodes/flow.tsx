import { Empty, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Empty/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import { diagramOf, type FlowStep } from '@runtime/flow'
import { isRecord } from '@runtime/json'
import type { Text } from '@runtime/text'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useMemo } from 'react'
import { PHONE, useMedia } from '../../dialog'
import { useNodeContext, useSource } from '../context'
import { ErrorNote } from '../error-note'
import type { NodeProps } from '../node'
import { isMissing, StaleSource } from '../stale-source'

const FlowDiagram = lazy(async () => (await import('../../flow/flow-diagram')).FlowDiagram)
const WAITING = <Skeleton animation text={{ rows: 6 }} />

export function FlowNode({ node }: NodeProps<'flow'>) {
  const { screen, scope, runner } = useNodeContext()
  const { host } = screen
  const { source = '', flow, states, select, direction, height } = node
  const answer = useSource(screen, source)
  // What is drawn is laid out anew only when it is another.
  const text = JSON.stringify([flow.evaluate(scope) ?? null, states?.evaluate(scope) ?? null])
  const diagram = useMemo(() => {
    const [document, known] = JSON.parse(text) as readonly [unknown, unknown]
    return diagramOf(document, known)
  }, [text])
  const isPhone = useMedia(PHONE)
  if (isMissing(answer))
    return <ErrorNote message={answer.error} retry={() => void screen.sources.reload([source])} />
  if (answer.state === 'loading' && answer.data === null) return WAITING
  const { steps } = diagram
  if (steps.length === 0) return <Empty description={screen.text(node.empty, scope)} />
  const textOf = (title: unknown) =>
    typeof title === 'string' || (isRecord(title) && typeof title['zh'] === 'string')
      ? host.text(title as Text)
      : ''
  const titleOf = (step: FlowStep) => textOf(step.title) || host.text(`@page.flowKind_${step.kind}`)
  const onSelect =
    select &&
    (({ id, kind, state, title }: FlowStep) => void runner.run(select, { step: { id, kind, state, title } }))
  const label = screen.text(node.title, scope)
  return (
    <figure className="loam-flow" aria-label={label}>
      {source !== '' && <StaleSource name={source} />}
      <LazyFallback shown={WAITING}>
        <FlowDiagram
          diagram={diagram}
          direction={direction}
          height={height}
          titleOf={titleOf}
          branchOf={textOf}
          onSelect={onSelect}
        />
      </LazyFallback>
      <details className="loam-flow-steps" open={isPhone}>
        <summary>{host.text('@page.flowSteps', { count: steps.length })}</summary>
        <ol>
          {steps.map((step) => {
            const words = step.state
              ? host.text('@page.flowStep', {
                  title: titleOf(step),
                  state: host.text(`@page.flowState_${step.state}`),
                })
              : titleOf(step)
            return (
              <li key={step.id} aria-current={step.state === 'now' ? 'step' : undefined}>
                {onSelect ? (
                  <button type="button" onClick={() => onSelect(step)}>
                    {words}
                  </button>
                ) : (
                  words
                )}
              </li>
            )
          })}
        </ol>
      </details>
    </figure>
  )
}
