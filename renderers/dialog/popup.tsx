import { Dialog, type DialogProps } from '@widgets/shared/dialog'
import { useHost } from '../host'

export type PopupProps = Omit<DialogProps, 'host'>

/** A dialog of the place it is drawn in; see `Dialog`. */
export function Popup(props: PopupProps) {
  return <Dialog {...props} host={useHost()} />
}
