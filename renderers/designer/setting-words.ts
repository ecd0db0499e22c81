import type { Host } from '@runtime/host'

/** What the panel calls a setting, where it has words for it. */
export function settingWords(name: string, host: Host): string {
  const key = `@design.setting.${name}`
  const words = host.text(key)
  return words === key || words === '' ? name : words
}
