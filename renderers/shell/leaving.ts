import { isUnsaved, mayLeave } from '@renderers/unsaved'
import { translate } from './language'

/** Whether the views that `goes` names may be left, default all: asks when something typed would be lost with them. */
export async function mayLeaveViews(goes?: (view: string) => boolean): Promise<boolean> {
  if (!isUnsaved(goes)) return true
  const { confirmYesOrNo } = await import('./questions')
  return mayLeave(true, { confirm: confirmYesOrNo, text: translate })
}

let isAgreed = false

/** Leads away where the person has been asked already, or there is nobody to ask. */
export function leaveWithoutAsking(lead: () => void): void {
  isAgreed = true
  try {
    lead()
  } finally {
    isAgreed = false
  }
}

export function hasAgreed(): boolean {
  return isAgreed
}
