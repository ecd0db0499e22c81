import { constant } from '../../expression'
import { isWritten } from '../../form/formdata/scripts'
import { isRecord } from '../../json'
import { fieldOfProp } from '../fields'
import { listOf, oneOf, textOf } from '../json'
import type { ButtonPlan, CustomAct, CustomParam } from '../plan'
import type { Reading } from './reading'

/** The documented buttons that do something here; the others are told as losses until they come. */
const KNOWN: Readonly<
  Record<string, { readonly label: string; readonly icon: string; readonly danger?: boolean }>
> = {
  add: { label: '@list.add', icon: 'Plus' },
  batchRemove: { label: '@list.batchRemove', icon: 'Delete', danger: true },
  batchEdit: { label: '@list.batchEdit', icon: 'Edit' },
  batchPrint: { label: '@list.batchPrint', icon: 'Printer' },
  download: { label: '@list.download', icon: 'Download' },
  upload: { label: '@list.upload', icon: 'Upload' },
  edit: { label: '@list.edit', icon: 'Edit' },
  remove: { label: '@list.remove', icon: 'Delete', danger: true },
  detail: { label: '@list.detail', icon: 'Eye' },
}

/** What the designer calls each; a model that keeps that word gets it in the person's language. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  add: ['新增', '新建'],
  batchRemove: ['批量删除'],
  batchEdit: ['批量编辑'],
  batchPrint: ['批量打印'],
  download: ['导出'],
  upload: ['导入'],
  edit: ['编辑'],
  remove: ['删除'],
  detail: ['详情'],
}

/** What a button that is kept is called: a documented one by its word in the person's language, unless it has a label of its own. */
export function buttonLabel(button: Readonly<Record<string, unknown>>): string {
  const value = textOf(button['value'])
  const known = Object.hasOwn(KNOWN, value) ? KNOWN[value] : undefined
  return labelOf(value, textOf(button['label']), known?.label ?? value)
}

/** The buttons over the list (`btnsList`) or in its rows (`columnBtnsList`). */
export function buttonsOf(
  { source, lose }: Reading,
  list: 'btnsList' | 'columnBtnsList',
): readonly ButtonPlan[] {
  return listOf(source[list]).flatMap((button, index) => {
    const value = textOf(button['value'])
    const known = Object.hasOwn(KNOWN, value) ? KNOWN[value] : undefined
    const label = textOf(button['label'])
    if (!known) {
      lose(`/${list}/${index}`, '@list.buttonNotYet', label || value)
      return []
    }
    const { label: word, icon, danger } = known
    // In a row there is room for words alone.
    const shown = { ...(danger && { danger }), ...(list === 'btnsList' && { icon }) }
    const key = `${list === 'btnsList' ? 'toolbar' : 'row'}-${index + 1}`
    return [{ ...shown, key, value, code: `btn_${value}`, text: constant(labelOf(value, label, word)) }]
  })
}

/** The row buttons of the model's own (`customBtnsList`). */
export function customButtonsOf(reading: Reading): readonly ButtonPlan[] {
  return listOf(reading.source['customBtnsList']).flatMap((button, index) => {
    const value = textOf(button['value'], `btn_custom${index + 1}`)
    const label = textOf(button['label'], value)
    const custom = actOf(reading, isRecord(button['event']) ? button['event'] : {})
    if (custom) return [{ key: `custom-${index + 1}`, value, code: value, text: constant(label), custom }]
    reading.lose(`/customBtnsList/${index}`, '@list.customButtonNotYet', label)
    return []
  })
}

/** `btnType` of a custom button's event. */
const FORM = 1
const SCRIPT = 2
const INTERFACE = 3
const POPUPS = ['general', 'fullScreen', 'drawer'] as const

function actOf({ form }: Reading, event: Readonly<Record<string, unknown>>): CustomAct | null {
  const confirm = event['useConfirm'] === true ? textOf(event['confirmTitle'], '@list.customConfirm') : null
  const modelId = textOf(event['modelId'])
  const interfaceId = textOf(event['interfaceId'])
  switch (Number(event['btnType'])) {
    case FORM:
      if (modelId === '') return null
      return {
        kind: 'form',
        confirm,
        modelId,
        title: textOf(event['popupTitle']),
        popup: oneOf(event['popupType'], POPUPS, 'general'),
        width: textOf(event['popupWidth'], '600px'),
        fields: listOf(event['formOptions']).flatMap((option) => {
          const from = rowMember(form, option['currentField'])
          const to = textOf(option['field'])
          return from !== null && to !== '' ? [{ from, to }] : []
        }),
      }
    case SCRIPT:
      return isWritten(event['func']) ? { kind: 'script', confirm, source: event['func'] } : null
    case INTERFACE:
      if (interfaceId === '') return null
      return {
        kind: 'interface',
        confirm,
        id: interfaceId,
        params: listOf(event['templateJson']).map((param) => paramOf(form, param)),
      }
    default:
      return null
  }
}

/** Where a parameter's value comes from (`type` or `parameterSource`): 1 a field, 2 a value of its own, 3 nothing. */
function paramOf(form: Reading['form'], param: Readonly<Record<string, unknown>>): CustomParam {
  const name = textOf(param['field'])
  const source = Number(param['parameterSource'] ?? param['type'])
  const value = param['value'] ?? param['relationField'] ?? param['defaultValue']
  if (source === 1) {
    const field = rowMember(form, value)
    return { name, from: field === null ? { value: '' } : { field } }
  }
  return { name, from: { value: source === 3 ? '' : (value ?? '') } }
}

/** A top-level field of the row, or its id. */
function rowMember(form: Reading['form'], prop: unknown): string | null {
  if (prop === 'id') return 'id'
  const field = fieldOfProp(form, prop)
  return field && !field.table ? field.name : null
}

function labelOf(value: string, label: string, otherwise: string): string {
  return label === '' || WORDS[value]?.includes(label) ? otherwise : label
}
