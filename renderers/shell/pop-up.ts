import { Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'

/** Closes the question that stands, and tells its asker that nobody has answered. */
let closeOpen: (() => void) | undefined

/** Asks in a box. Questions are single: a new one closes the one before it, as cancelling would (`spec/administration.md §2`). */
export function popUp(question: Parameters<typeof Modal.confirm>[0], cancelled: () => void): void {
  closeOpen?.()
  const { close } = Modal.confirm({ ...question, onCancel: cancelled, afterClose: cancelled })
  closeOpen = () => {
    close()
    cancelled()
  }
}
