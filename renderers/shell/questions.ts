import { Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import type { Host } from '@runtime/host'
import { translate } from './language'

export { promptForValue } from './prompt'

/** A question closes the one before it: message popups are single (`spec/administration.md §2`). */
let openQuestion: ReturnType<typeof Modal.confirm> | undefined

export function confirmYesOrNo({ text, title, danger }: Parameters<Host['confirm']>[0]): Promise<boolean> {
  openQuestion?.close()
  return new Promise((resolve) => {
    openQuestion = Modal.confirm({
      title: title ?? translate('@common.tip'),
      content: text,
      okText: translate('@common.confirm'),
      cancelText: translate('@common.cancel'),
      ...(danger ? { okButtonProps: { status: 'danger' as const } } : {}),
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
      afterClose: () => resolve(false),
    })
  })
}
