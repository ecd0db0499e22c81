import type { Reason } from '@runtime/design/dialect'
import type { Host } from '@runtime/host'

/** Why something cannot be, in the person's language; what its words are filled with may be texts in turn. */
export function reasonText(host: Pick<Host, 'text'>, { reason, params = {} }: Reason): string {
  const filled = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? host.text(value) : value,
  ])
  return host.text(reason, Object.fromEntries(filled))
}
