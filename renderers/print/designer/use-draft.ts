import type { Page } from '@runtime/print'
import { useSyncExternalStore } from 'react'
import type { TemplateDraft } from './template-draft'

export function usePage(draft: TemplateDraft): Page {
  return useSyncExternalStore(draft.subscribe, () => draft.page)
}

/** Whether something is there that is not saved: drawn again when that turns, not with each key. */
export function useDirty(draft: TemplateDraft): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.isDirty)
}
