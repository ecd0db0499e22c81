import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { groupFault, topField } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { widgetOf } from '@widgets/registry'
import { ErrorText } from '@widgets/shared/field-frame'
import { LazyFallback } from '@widgets/shared/lazy'
import type { EditProps } from '@widgets/widget'
import { useMemo, useState } from 'react'
import { controlId, useFormView } from './context'

/**
 * A group whose JSON text is no object, in the place of its fields: the text as it came, to be corrected, or thrown away by a
 * press of its own. Nothing of it is lost in the meantime.
 */
export function UnreadGroup({
  path,
  text,
  label,
}: {
  readonly path: string
  readonly text: string
  readonly label: string
}) {
  const { host, store, plan, prefix, context } = useFormView()
  const id = controlId(prefix, path)
  const [isWanted, setWanted] = useState(false)
  const widget = widgetOf('json')
  const field = useMemo(
    () =>
      ({
        path,
        name: path,
        label,
        widget: 'json',
        definition: widget?.definition,
        settings: widget?.definition.defaults ?? {},
      }) as unknown as FieldPlan,
    [widget, path, label],
  )
  if (!widget?.Edit) return null
  const error = groupFault(plan, path, text, host)
  const Edit = widget.Edit
  const props: EditProps<object, unknown> = {
    id,
    value: text,
    onChange: (value) => store.rewriteGroup(path, typeof value === 'string' ? value : ''),
    onBlur: () => undefined,
    settings: field.settings,
    label: label || path,
    placeholder: '',
    disabled: plan.layout.disabled,
    readonly: false,
    required: false,
    error,
    options: [],
    optionsState: 'none',
    reloadOptions: () => undefined,
    autoFocus: isWanted,
    field,
    host,
    context,
  }
  return (
    // What is wrong with the group is looked for where its first field would be.
    <div className="loam-form-item loam-form-unread" data-path={topField(plan, path)}>
      <div className="loam-form-control">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hands the focus on to the editor inside. */}
        <div
          tabIndex={-1}
          data-takes-focus
          className="loam-form-unread-text"
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget) return
            // The editor may still be on its way: then it takes the focus when it comes.
            setWanted(true)
            currentTarget.querySelector<HTMLElement>('[role="textbox"]')?.focus()
          }}
        >
          <LazyFallback shown={null}>
            <Edit {...props} />
          </LazyFallback>
        </div>
        <ErrorText id={id} text={error} />
        {!plan.layout.disabled && (
          <div className="loam-form-unread-acts">
            <Button type="primary" size="small" onClick={() => store.readGroup(path)}>
              {host.text('@form.readGroup')}
            </Button>
            <Button
              size="small"
              status="danger"
              onClick={async () => {
                const isSure = await host.confirm({
                  text: host.text('@form.beginGroupQuestion', { label: label || path }),
                  danger: true,
                })
                if (!isSure) return
                store.rewriteGroup(path, '{}')
                store.readGroup(path)
              }}
            >
              {host.text('@form.beginGroup')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
