import { Drawer } from '@arco-design/web-react'
import '@arco-design/web-react/es/Drawer/style/css.js'
import type { ReactNode } from 'react'

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
    <Drawer
      visible={open}
      placement="left"
      width={280}
      title={title}
      footer={null}
      className="loam-menu-drawer"
      onCancel={onClose}
    >
      {children}
    </Drawer>
  )
}
