import { BUTTON_PRESS, scriptStub } from '../../script/parameters'

type Json = Readonly<Record<string, unknown>>

/** Lists of buttons: above the list, in its rows, and those of the model's own. */
export const BUTTON_LISTS = ['btnsList', 'columnBtnsList', 'customBtnsList'] as const
export type ButtonList = (typeof BUTTON_LISTS)[number]

/** The documented buttons as the designer writes them: labels and icons are what is stored. */
const STANDARD: Readonly<Record<string, { readonly label: string; readonly icon: string }>> = {
  add: { label: '新增', icon: 'icon-ym icon-ym-btn-add' },
  download: { label: '导出', icon: 'icon-ym icon-ym-btn-download' },
  upload: { label: '导入', icon: 'icon-ym icon-ym-btn-upload' },
  batchRemove: { label: '批量删除', icon: 'icon-ym icon-ym-btn-clearn' },
  batchPrint: { label: '批量打印', icon: 'icon-ym icon-ym-report-icon-preview-printPreview' },
  edit: { label: '编辑', icon: 'icon-ym icon-ym-btn-edit' },
  remove: { label: '删除', icon: 'icon-ym icon-ym-btn-clearn' },
  detail: { label: '详情', icon: 'icon-ym icon-ym-generator-menu' },
}

/** The documented buttons of each place, in their usual order. */
export const STANDARD_BUTTONS: Readonly<Record<'btnsList' | 'columnBtnsList', readonly string[]>> = {
  btnsList: ['add', 'download', 'upload', 'batchRemove', 'batchPrint'],
  columnBtnsList: ['edit', 'remove', 'detail'],
}

export function standardButton(value: string): Json {
  return { value, ...STANDARD[value] }
}

/** What a button of one's own does until it is said. */
const EVENT: Json = {
  ...{ btnType: 2, modelId: '', popupTitle: '', popupType: 'general', popupWidth: '600px' },
  ...{ formOptions: [], customBtn: false, func: scriptStub(BUTTON_PRESS) },
  ...{ interfaceId: '', interfaceName: '', templateJson: [], useConfirm: false, confirmTitle: '' },
}

/** A button of one's own; `taken` are the values that others have. */
export function customButton(label: string, taken: ReadonlySet<string>): Json {
  let count = taken.size + 1
  while (taken.has(`btn_custom${count}`)) count += 1
  return { value: `btn_custom${count}`, label, event: EVENT }
}
