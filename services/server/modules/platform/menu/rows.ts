import type { Translate } from '@runtime/host'
import { LANGUAGES, type Text } from '@runtime/text'
import { notFound } from '../../../http/errors'
import type { Locales } from '../../../locales'
import type { Db, Tx } from '../../../module'
import type { MenuRow } from './entries'

/** What the wire has as the parent of an entry at the top. */
export const NO_PARENT = '-1'

export const flag = (isOn: boolean) => (isOn ? 1 : 0)

/** The columns that entries and systems have in common. */
export function commonColumns(input: {
  readonly icon?: string | null | undefined
  readonly sortCode?: number | null | undefined
  readonly enabledMark?: number | undefined
  readonly description?: string | null | undefined
}) {
  return {
    icon: input.icon ?? '',
    sort_code: input.sortCode ?? 0,
    is_enabled: input.enabledMark !== 0,
    description: input.description ?? '',
  }
}

/** An entry as the wire has it, without what stands below it. */
export function entryOf(row: MenuRow, translate: Translate) {
  return {
    id: row.id,
    parentId: row.parent_id,
    systemId: row.system_id,
    enCode: row.en_code,
    fullName: translate(row.full_name.text),
    type: row.type,
    icon: row.icon,
    urlAddress: row.url_address,
    linkTarget: row.link_target,
    category: row.category,
    propertyJson: JSON.stringify(row.property_json),
    sortCode: row.sort_code,
    enabledMark: flag(row.is_enabled),
    description: row.description,
    isButtonAuthorize: flag(row.button_switch),
    isColumnAuthorize: flag(row.column_switch),
    isFormAuthorize: flag(row.form_switch),
    isDataAuthorize: flag(row.data_switch),
    source: row.source,
    version: row.version,
  }
}

/** The same with its names in every language, as the form has them. */
export function infoOf(locales: Locales, row: MenuRow) {
  return { ...entryOf(row, () => ''), ...namesInfo(locales, row.full_name.text) }
}

/** A text in every language, in their order. */
export const namesOf = (locales: Locales, text: Text) =>
  LANGUAGES.map((language) => locales.translator(language).text(text))

/** The text that a form's three names are. */
export function nameOf(input: {
  readonly fullName: string
  readonly fullNameZhtw?: string | null | undefined
  readonly fullNameEn?: string | null | undefined
}): Text {
  const [zh, zhtw, en] = [input.fullName, input.fullNameZhtw, input.fullNameEn].map(
    (name) => name?.trim() ?? '',
  )
  return { zh: zh ?? '', ...(zhtw && { zhtw }), ...(en && { en }) }
}

/** A text in every language as a form has it: what is the same as the Chinese one is left empty. */
export function namesInfo(locales: Locales, text: Text) {
  const [zh = '', zhtw = '', en = ''] = namesOf(locales, text)
  return { fullName: zh, fullNameZhtw: zhtw === zh ? '' : zhtw, fullNameEn: en === zh ? '' : en }
}

/** Whether a form's names are what a text is in every language: nobody has changed it. */
export function isNamed(locales: Locales, text: Text, input: Parameters<typeof nameOf>[0]): boolean {
  const names = namesOf(locales, text)
  return namesOf(locales, nameOf(input)).every((name, index) => name === names[index])
}

export function findRow(db: Db | Tx, id: string): Promise<MenuRow | undefined> {
  return db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @throws ApiError 404 */
export async function readRow(db: Db | Tx, id: string): Promise<MenuRow> {
  const row = await findRow(db, id)
  if (!row) throw notFound()
  return row
}
