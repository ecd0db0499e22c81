import type { ReactNode } from 'react'
import { Popup } from '../../dialog'

/** The side menu where there is no room beside the screen. */
export function MenuDrawer({
  open,
  title,
  onClose,
  children,
}: {
  readonly open: boolean
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  return (
    <Popup
      mode="aside"
      visible={open}
      width="280px"
      title={title}
      className="loam-menu-drawer"
      closesBeside
      onClose={onClose}
    >
      {children}
    </Popup>
  )
}
