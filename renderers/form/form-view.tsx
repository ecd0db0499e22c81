import { ConfigProvider } from '@arco-design/web-react'
import type { FormStore } from '@runtime/form/store.types'
import { type CSSProperties, memo, useContext, useId, useMemo } from 'react'
import { useHost } from '../host'
import { FormViewContext, type FormView as FormViewValue, fieldContextOf } from './context'
import './form.css'
import { keepDrawing } from './focus'
import { FormTree } from './form-tree'
import { createReveal } from './reveal'

/** Fields from which a form lays out only what is near the screen. */
const LARGE = 100

/** Draws a form over its store. The tree is drawn once; what changes afterwards are single fields. */
export const FormView = memo(function FormView({
  store,
  className = '',
}: {
  readonly store: FormStore
  readonly className?: string
}) {
  const host = useHost()
  const prefix = `form${useId().replace(/\W/g, '')}`
  const view = useMemo<FormViewValue>(() => {
    const reveal = createReveal(store.plan)
    return { store, plan: store.plan, host, prefix, context: fieldContextOf(store), reveal }
  }, [store, host, prefix])
  const { layout } = store.plan
  const arco = useContext(ConfigProvider.ConfigContext)
  const sized = useMemo(() => ({ ...arco, size: layout.size }), [arco, layout.size])
  const style: Record<string, string> = {
    '--loam-gutter': `${layout.gutter}px`,
    '--loam-label-width': `${layout.labelWidth}px`,
  }
  return (
    <ConfigProvider.ConfigContext.Provider value={sized}>
      <FormViewContext value={view}>
        <div
          ref={(element) => keepDrawing(store, element, view.reveal)}
          className={['loam-form', ...layout.className, className].filter(Boolean).join(' ')}
          data-label={layout.labelPosition}
          data-size={layout.size}
          data-large={store.plan.fields.size > LARGE}
          style={style as CSSProperties}
        >
          <FormTree plan={store.plan} prefix={prefix} key={store.plan.id} />
        </div>
      </FormViewContext>
    </ConfigProvider.ConfigContext.Provider>
  )
})
