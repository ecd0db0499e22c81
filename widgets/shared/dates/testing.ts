import type { Host } from '@runtime/host'
import { testHost } from '../testing'

/** A test host that keeps what it was asked to show. */
export function datesHost(): Host & { readonly toasts: readonly string[] } {
  const toasts: string[] = []
  return { ...testHost(), toast: (_, text) => toasts.push(text), toasts }
}
