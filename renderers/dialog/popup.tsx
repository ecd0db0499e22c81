import { Dialog, type DialogProps } from '@widgets/shared/dialog'
import { useHost } from '../host'

export type PopupProps = Omit<DialogProps, 'host'>

/** A dialog of the place it is drawn in; see `Dialog`. */
export function Popup({ dirty, ...props }: PopupProps) {
  const host = useHost()
  return <Dialog {...props} {...(dirty && !host.isTrial && { dirty })} host={host} />
}
