import { Dialog, type DialogProps } from '@widgets/shared/dialog'
import { useHost } from '../host'
import { useUnsaved } from '../unsaved'

export type PopupProps = Omit<DialogProps, 'host'>

/** A dialog of the place it is drawn in; see `Dialog`. */
export function Popup({ dirty, ...props }: PopupProps) {
  const host = useHost()
  const { visible } = props
  useUnsaved(() => visible && (dirty?.() ?? false))
  return <Dialog {...props} {...(dirty && !host.isTrial && { dirty })} host={host} />
}
