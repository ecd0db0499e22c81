import { compileFormData } from '@runtime/form'
import { asWord } from '@runtime/json'
import { compileColumnData, isDataView } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import type { Model } from '../../list/model'

/** A draft as the server has it: words alone, so that a window within the page can compile it for itself. */
export interface TrialDraft {
  readonly id: string
  readonly title: string
  /** `1`: a form alone. */
  readonly webType: string
  readonly formData: string
  readonly columnData: string
  /** As a whole, for what asks for the model itself. */
  readonly config: Readonly<Record<string, unknown>>
}

const FORM_ALONE = '1'

/** The draft in an answer of `onlineDevelopment.config`. */
export function draftIn(config: Readonly<Record<string, unknown>>): TrialDraft {
  const word = (name: string) => asWord(config[name] ?? '')
  return {
    id: word('id'),
    title: word('fullName'),
    webType: word('webType'),
    formData: word('formData'),
    columnData: word('columnData'),
    config,
  }
}

/** Whether a draft is a form alone. */
export const isFormAlone = ({ webType, columnData }: TrialDraft) =>
  webType === FORM_ALONE || columnData === ''

/** The draft, compiled; null where it is only half written. */
export function trialModel(draft: TrialDraft): Model | null {
  const { id, title, webType, formData, columnData, config } = draft
  try {
    const form = compileFormData(formData, {
      id,
      catalogue,
      title,
      modelType: asWord(config['type'] ?? ''),
    })
    const list = isFormAlone(draft)
      ? null
      : compileColumnData(columnData, form, { id: `preview_${id}`, isView: isDataView(webType) })
    return { id, title, form, list, version: 0, source: '' }
  } catch {
    return null
  }
}
