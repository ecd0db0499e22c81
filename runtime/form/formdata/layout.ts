import { asRecord } from '../../json'
import { optional, readLabelPosition, readPopup, readSize } from '../document/layout'
import { readNumber, readStrings } from '../document/values'
import type { FormLayout } from '../plan'

type Json = Readonly<Record<string, unknown>>

/** Pixels of labels as the designer begins; a model that keeps them has said nothing of its labels. */
const LABELS = 100
/** The designer gives every field the whole line: what keeps it everywhere says nothing of its spans. */
const WHOLE_LINE = 24

/** Form-level keys (`reference/formdata-format.md §2`) with the designer's defaults. */
export function readFormDataLayout(form: Json): FormLayout {
  return {
    size: readSize(form['size'], 'small'),
    labelPosition: readLabelPosition(form['labelPosition']),
    labelWidth: readNumber(form['labelWidth']) ?? LABELS,
    ...(!meansSpans(form['fields']) && {
      flow: { labels: (readNumber(form['labelWidth']) ?? LABELS) === LABELS },
    }),
    gutter: readNumber(form['gutter']) ?? 15,
    disabled: form['disabled'] === true,
    popup: readPopup(form['popupType']),
    widths: {
      general: length(form['generalWidth'], '600px'),
      fullScreen: length(form['fullScreenWidth'], '100%'),
      drawer: length(form['drawerWidth'], '600px'),
    },
    buttons: {
      ...button('cancel', form['hasCancelBtn'] !== false, form['cancelButtonText'], '@form.cancel'),
      ...button('confirm', form['hasConfirmBtn'] !== false, form['confirmButtonText'], '@form.confirm'),
      ...button(
        'confirmAndAdd',
        form['hasConfirmAndAddBtn'] === true,
        form['confirmAndAddText'],
        '@form.confirmAndAdd',
      ),
      ...button('print', form['hasPrintBtn'] === true, form['printButtonText'], '@form.print'),
    },
    printIds: readStrings(form['printId']),
    concurrencyLock: form['concurrencyLock'] === true,
    primaryKeyPolicy: form['primaryKeyPolicy'] === 2 ? 2 : 1,
    logicalDelete: form['logicalDelete'] === true,
    className: [...new Set([...readStrings(form['className']), ...readStrings(form['formStyle'])])],
  }
}

function length(value: unknown, otherwise: string): string {
  if (typeof value === 'number') return `${value}px`
  return typeof value === 'string' && value !== '' ? value : otherwise
}

function button<K extends string>(key: K, on: boolean, text: unknown, otherwise: string) {
  return optional(key, on ? (typeof text === 'string' && text !== '' ? text : otherwise) : undefined)
}

/** Whether a field, or one in a container, was given a part of its line; columns of sub-tables have no line. */
function meansSpans(fields: unknown): boolean {
  if (!Array.isArray(fields)) return false
  return fields.some((field) => {
    const config = asRecord(asRecord(field)['__config__'])
    if (config['jnpfKey'] === 'table') return false
    const span = readNumber(config['span'])
    return (span !== undefined && span !== WHOLE_LINE) || meansSpans(config['children'])
  })
}
