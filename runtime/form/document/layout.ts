import { isRecord } from '../../json'
import type { FormLayout } from '../plan'
import { readNumber, readStrings, readText } from './values'

const SIZES: Readonly<Record<string, FormLayout['size']>> = {
  mini: 'mini',
  small: 'small',
  default: 'default',
  medium: 'default',
  large: 'large',
}

/** Form-level settings of a form document; what is not said is as in a published model. */
export function readLayout(document: Readonly<Record<string, unknown>>): FormLayout {
  const layout = isRecord(document['layout']) ? document['layout'] : {}
  const buttons = isRecord(document['buttons']) ? document['buttons'] : {}
  const width = typeof layout['width'] === 'number' ? `${layout['width']}px` : readText(layout['width'])
  const length = typeof width === 'string' ? width : '600px'
  return {
    size: readSize(layout['size'], 'default'),
    labelPosition: readLabelPosition(layout['labelPosition']),
    labelWidth: readNumber(layout['labelWidth']) ?? 100,
    ...(!hasSpan(document['fields']) && { flow: { labels: layout['labelWidth'] === undefined } }),
    gutter: readNumber(layout['gutter']) ?? 15,
    disabled: layout['disabled'] === true,
    popup: readPopup(layout['popup']),
    widths: { general: length, fullScreen: '100%', drawer: length },
    buttons: {
      cancel: readText(buttons['cancel']) ?? '@form.cancel',
      confirm: readText(buttons['confirm']) ?? '@form.confirm',
      ...optional('confirmAndAdd', readText(buttons['confirmAndAdd'])),
      ...optional('print', readText(buttons['print'])),
    },
    printIds: [],
    concurrencyLock: true,
    primaryKeyPolicy: 1,
    logicalDelete: false,
    className: readStrings(layout['className']),
  }
}

export function readSize(size: unknown, otherwise: FormLayout['size']): FormLayout['size'] {
  return (typeof size === 'string' ? SIZES[size] : undefined) ?? otherwise
}

export function readLabelPosition(position: unknown): FormLayout['labelPosition'] {
  return position === 'left' || position === 'top' ? position : 'right'
}

export function readPopup(popup: unknown): FormLayout['popup'] {
  return popup === 'fullScreen' || popup === 'drawer' ? popup : 'general'
}

/** A member that is there only when it has a value. */
export function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V })
}

/** Whether a field, or one in a container or a sub-form, says how many of 24 columns it takes. */
function hasSpan(fields: unknown): boolean {
  if (!Array.isArray(fields)) return false
  return fields.some(
    (field) => isRecord(field) && ('span' in field || hasSpan(field['fields']) || hasSpan(field['panes'])),
  )
}
