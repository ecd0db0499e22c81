import { LazyFallback } from '../lazy'
import './files.css'
import type { FileValue } from '@runtime/widget/stored-file'
import { type ComponentType, useState } from 'react'
import type { EditProps } from '../../widget'
import { buttonAria } from '../control'
import { Dialog } from '../dialog'
import { useFocusOnMount } from '../focus'

type Props<S> = EditProps<S, readonly FileValue[]>

/** Files in a table cell: a cell has no room for them, so they are edited in a dialog over it. */
export function FilesCellEdit<S>({
  props,
  Edit,
}: {
  readonly props: Props<S>
  readonly Edit: ComponentType<Props<S>>
}) {
  const { host, value, label } = props
  const [open, setOpen] = useState(!props.disabled)
  const focus = useFocusOnMount<HTMLButtonElement>(true)
  const close = () => {
    setOpen(false)
    props.onBlur()
  }
  return (
    <>
      <button
        {...buttonAria(props)}
        ref={focus}
        type="button"
        id={props.id}
        className="loam-files-cell-button"
        disabled={props.disabled}
        onClick={() => setOpen(true)}
      >
        {host.text('@files.count', { count: value?.length ?? 0 })}
      </button>
      <Dialog host={host} mode="general" width="560px" title={label} visible={open} onClose={close}>
        <LazyFallback shown={null}>
          <Edit {...props} id={`${props.id}-dialog`} />
        </LazyFallback>
      </Dialog>
    </>
  )
}
