import { EMPTY_SCRIPT } from '../form/formdata/scripts'
import { isRecord } from '../json'
import type { JsonFault } from '../json-text'
import { printText, readLossless } from '../lossless'

/** The texts that a model is stored as. */
export const PARTS = ['settings', 'formData', 'columnData', 'appColumnData', 'tables'] as const
export type Part = (typeof PARTS)[number]

export type ModelTexts = Readonly<Partial<Record<Part, string>>>

/** The values of the texts, by part: what is designed. Never changed in place (`runtime/lossless`). */
export type ModelTree = Readonly<Partial<Record<Part, unknown>>>

/** A model under design: its stored texts read as one tree. There is no second model beside it. */
export interface ModelDocument {
  readonly tree: ModelTree
  readonly read: Readonly<Partial<Record<Part, ReadPart>>>
}

/** White space around a part's text; or the text of one that is not designed, and why it cannot be where it should be JSON. */
export type ReadPart =
  | { readonly before: string; readonly after: string }
  | { readonly text: string; readonly fault?: JsonFault }

const BUTTONS = {
  ...{ hasCancelBtn: true, cancelButtonText: '取 消', hasConfirmBtn: true, confirmButtonText: '确 定' },
  ...{ hasConfirmAndAddBtn: true, confirmAndAddText: '确定并继续操作' },
  ...{ hasPrintBtn: false, printButtonText: '打 印', printId: '' },
}

/** The form of a model that has none yet, as the 3.5 designer begins one (`reference/formdata-format.md §2`). */
export const BLANK_FORM = JSON.stringify({
  ...{ formRef: 'formRef', formModel: 'dataForm', formRules: 'rules', size: 'small' },
  ...{ labelPosition: 'right', labelWidth: 100, popupType: 'general' },
  ...{ generalWidth: '600px', fullScreenWidth: '100%', drawerWidth: '600px' },
  ...{ gutter: 15, span: 24, disabled: false, formBtns: false, ...BUTTONS },
  ...{ primaryKeyPolicy: 1, concurrencyLock: false, logicalDelete: false },
  ...{ formStyle: '', className: [], classNames: [], classJson: '' },
  funcs: { onLoad: EMPTY_SCRIPT, beforeSubmit: EMPTY_SCRIPT, afterSubmit: EMPTY_SCRIPT },
  ...{ idGlobal: 100, fields: [] },
})

/** Reads a model's texts; a form that is empty is a blank one. One that is empty, or no JSON, is kept as it is: the others are designed none the less. */
export function openModel(texts: ModelTexts): ModelDocument {
  const tree: Partial<Record<Part, unknown>> = {}
  const read: Partial<Record<Part, ReadPart>> = {}
  for (const part of PARTS) {
    const stored = texts[part]
    if (stored === undefined) continue
    const text = part === 'formData' && stored.trim() === '' ? BLANK_FORM : stored
    const found = readLossless(text)
    if (found.fault) read[part] = { text, ...(text.trim() !== '' && { fault: found.fault }) }
    else if (!isRecord(found.value) && !Array.isArray(found.value)) read[part] = { text }
    else {
      tree[part] = found.value
      read[part] = { before: found.before, after: found.after }
    }
  }
  return { tree, read }
}

/** The texts to store: of what was not touched every byte is as it was. */
export function modelTexts({ tree, read }: ModelDocument): ModelTexts {
  return Object.fromEntries(
    PARTS.flatMap((part) => {
      const value = tree[part]
      const { before, after, text } = { before: '', after: '', text: undefined, ...read[part] }
      if (value !== undefined) return [[part, printText({ value, before, after })]]
      return text === undefined ? [] : [[part, text]]
    }),
  )
}
