import type { Host } from '@runtime/host'

/** Whose dialog tells by what somebody has a right, or what is lacking for it. */
const PAGE = 'permission/authorize'

/** Whether the person may ask why a right is lacking: who sees what is granted, or manages what people are granted. */
export function mayAskWhy({ may, openPage }: Host): boolean {
  if (!openPage || !may) return false
  return may('permission.authorize') || may('permission.user', 'btn_permission')
}

/** Shows by what the person themselves has a right of the menu (`system.dictionary:btn_edit`), or what is lacking for it. */
export function askWhy(host: Host, right: string): void {
  const [menuId = '', code] = right.split(':')
  const asked = {
    userId: host.user.userId,
    menuId,
    ...(code !== undefined && { kind: 'button', code }),
  }
  void host.openPage?.({ page: PAGE, title: '@permission.why', dialog: 'why', with: { asked } })
}
