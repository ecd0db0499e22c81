import { ConfigProvider } from '@arco-design/web-react'
import type { FormPlan } from '@runtime/form/plan'
import type { FormStore } from '@runtime/form/store.types'
import type { Host } from '@runtime/host'
import { LazyFallback } from '@widgets/shared/lazy'
import {
  type CSSProperties,
  memo,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { useHost } from '../host'
import { type Act, FormViewContext, type FormView as FormViewValue, fieldContextOf } from './context'
import './form.css'
import { Broken } from './broken'
import { keepDrawing } from './focus'
import { labelWidthOf } from './label-width'
import { NodeGrid } from './nodes'
import { watchPresses } from './press'
import { createReveal } from './reveal'
import { startScripts } from './scripts'
import { useFirstFocus } from './use-first-focus'
import { Why } from './why/why'

/** Stands in the place of a control that loads on use. */
const WAITING = <div className="loam-form-waiting" />

/** Fields from which a form lays out only what is near the screen. */
const LARGE = 100

/** Draws a form over its store. The tree is drawn once; what changes afterwards are single fields. */
export const FormView = memo(function FormView({
  store,
  className = '',
  act,
  takesFocus = false,
  designed = false,
}: {
  readonly store: FormStore
  /** Where the steps of its buttons run: the page around it. The same function while it is drawn. */
  readonly act?: Act
  readonly className?: string
  /** Its first field that can be filled in has the focus when it opens. */
  readonly takesFocus?: boolean
  /** As it is designed: its scripts do not run, and it follows the plans that the store adopts. */
  readonly designed?: boolean
}) {
  const host = useHost()
  const prefix = `form${useId().replace(/\W/g, '')}`
  const view = useMemo<FormViewValue>(() => {
    const reveal = createReveal(store)
    const context = fieldContextOf(store)
    return {
      ...{ store, host, prefix, context, reveal, designed },
      get plan() {
        return store.plan
      },
      ...(act && { act }),
    }
  }, [store, host, prefix, act, designed])
  useEffect(watchPresses, [])
  useEffect(() => (designed ? undefined : startScripts(store)), [store, designed])
  useEffect(() => (designed ? undefined : warnOfFormulas(store.plan, host)), [store, host, designed])
  const plan = usePlan(store)
  const { layout } = plan
  const arco = useContext(ConfigProvider.ConfigContext)
  const sized = useMemo(() => ({ ...arco, size: layout.size }), [arco, layout.size])
  const labelWidth = useMemo(() => labelWidthOf(plan, host), [plan, host])
  const style: Record<string, string> = {
    '--loam-gutter': `${layout.gutter}px`,
    '--loam-label-width': `${labelWidth}px`,
  }
  const [drawn, setDrawn] = useState<HTMLDivElement | null>(null)
  useFirstFocus(drawn, takesFocus)
  return (
    <ConfigProvider.ConfigContext.Provider value={sized}>
      <FormViewContext value={view}>
        <div
          ref={(element) => {
            setDrawn(element)
            return keepDrawing(store, element, view.reveal)
          }}
          className={['loam-form', ...layout.className, className].filter(Boolean).join(' ')}
          data-label={layout.labelPosition}
          data-size={layout.size}
          data-flow={layout.flow ? 'auto' : undefined}
          data-large={plan.fields.size > LARGE}
          style={style as CSSProperties}
        >
          {plan.checks.some(({ target }) => target === '') && <Broken store={store} />}
          <LazyFallback shown={WAITING}>
            <NodeGrid nodes={plan.nodes} key={plan.id} slot="" />
          </LazyFallback>
          {!designed && <Why store={store} place={drawn} asks={takesFocus} />}
        </div>
      </FormViewContext>
    </ConfigProvider.ConfigContext.Provider>
  )
})

/** The form's plan, drawn again with another that the store adopts. */
function usePlan(store: FormStore): FormPlan {
  const listen = useCallback(
    (draw: () => void) => store.onEvent(({ kind }) => kind === 'plan' && draw()),
    [store],
  )
  return useSyncExternalStore(listen, () => store.plan)
}

/** A formula that is none gives 0; whoever looks for the reason finds it in the console (`spec/widgets.md §8`). */
function warnOfFormulas({ losses }: FormPlan, host: Host): void {
  for (const { message, params, field } of losses) {
    if (message === '@form.loss.expression') console.warn(`${field}: ${host.text(message, params)}`)
  }
}
