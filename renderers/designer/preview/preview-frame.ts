import type { FormRecord } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import type { TrialShown } from '../trial/trial-pane'

/** What is tried out: a draft's documents as they stand, and what its form begins with. */
export interface PreviewedDraft {
  readonly title: string
  readonly formData: string
  /** Empty: the model is a form alone. */
  readonly columnData: string
  readonly record: FormRecord
}

/** What the window of a preview is given by the designer around it: both are the same product, at the same origin. */
export type Previewed = {
  readonly host: Host
} & ({ readonly draft: PreviewedDraft } | { readonly trial: TrialShown })

/** The frame that a preview is drawn in; `PREVIEW_CHANGED` is dispatched on it when `previewed` is another. */
export interface PreviewFrame extends HTMLIFrameElement {
  previewed?: Previewed
}

export const PREVIEW_CHANGED = 'previewed'

/** The frame that this window is drawn in, where it is that of a preview. */
export function previewFrame(): PreviewFrame | null {
  const frame = window.frameElement
  return frame?.hasAttribute('data-preview') ? (frame as PreviewFrame) : null
}
