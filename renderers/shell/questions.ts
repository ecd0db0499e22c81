import type { Host } from '@runtime/host'
import { translate } from './language'
import { popUp } from './pop-up'

export { promptForValue } from './prompt'

export function confirmYesOrNo({
  text,
  title,
  yes,
  danger,
}: Parameters<Host['confirm']>[0]): Promise<boolean> {
  return new Promise((resolve) =>
    popUp(
      {
        title: title ?? translate('@common.tip'),
        content: text,
        okText: yes ?? translate('@common.confirm'),
        cancelText: translate('@common.cancel'),
        ...(danger ? { okButtonProps: { status: 'danger' as const } } : {}),
        onOk: () => resolve(true),
      },
      () => resolve(false),
    ),
  )
}
