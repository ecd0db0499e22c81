import { parseJson } from '@runtime/json'
import { isFollowed, MENU_TYPE } from '@runtime/menu/destination'

/** Types of entries under which others stand: directories and groups. */
export const DIRECTORIES: readonly number[] = [MENU_TYPE.directory, MENU_TYPE.group]

/** Types that show something which `propertyJson` names by `moduleId`: models, dictionaries, reports, portals. */
const NAMING: readonly number[] = [MENU_TYPE.model, MENU_TYPE.dictionary, MENU_TYPE.report, MENU_TYPE.portal]
/** Views and links. */
const OUTSIDE: readonly number[] = [MENU_TYPE.view, MENU_TYPE.link]

export const isDirectory = (type: number): boolean => DIRECTORIES.includes(type)
export const isOfModel = (type: number): boolean => type === MENU_TYPE.model

/** What a kind of entry has of its own. */
export interface OwnFields {
  readonly url_address: string
  readonly link_target: '_self' | '_blank'
  readonly property_json: Readonly<Record<string, unknown>>
}

interface Given {
  readonly type: number
  readonly urlAddress?: string | null | undefined
  readonly linkTarget?: '_self' | '_blank' | null | undefined
  readonly propertyJson?: unknown
}

/** A page document's place below `schemas/pages`, with a query where there is one: `system/menu?tab=2`. */
const PAGE_ADDRESS = /^\/?[\w-]+(?:\/[\w-]+)*(?:\?[^\s#]*)?$/

/**
 * A kind's own fields, checked.
 * @param refuse makes the refusal of a member of the input, by its name and a locale key
 * @throws what `refuse` makes
 */
export function ownFieldsOf(given: Given, refuse: (path: string, message: string) => Error): OwnFields {
  const { type } = given
  const url = given.urlAddress?.trim() ?? ''
  const properties = propertiesOf(given.propertyJson, refuse)
  const moduleId = properties['moduleId']
  const surplus = Object.keys(properties).filter((name) => name !== 'moduleId')
  if (surplus.length > 0 || (moduleId !== undefined && !NAMING.includes(type)))
    throw refuse('propertyJson', '@menu.propertyUnknown')
  if (NAMING.includes(type)) {
    if (typeof moduleId !== 'string' || moduleId === '' || moduleId.length > 64)
      throw refuse('propertyJson', '@menu.moduleRequired')
    return { url_address: '', link_target: '_self', property_json: { moduleId } }
  }
  if (OUTSIDE.includes(type)) {
    if (url === '') throw refuse('urlAddress', '@menu.addressRequired')
    if (!isFollowed(url)) throw refuse('urlAddress', '@menu.addressNotFollowed')
    return { url_address: url, link_target: given.linkTarget ?? '_self', property_json: {} }
  }
  if (type === MENU_TYPE.page && url === '') throw refuse('urlAddress', '@menu.addressRequired')
  if (url !== '' && (type === MENU_TYPE.page || type === MENU_TYPE.group)) {
    if (!PAGE_ADDRESS.test(url)) throw refuse('urlAddress', '@menu.addressNoPage')
    return { url_address: url.replace(/^\//, ''), link_target: '_self', property_json: {} }
  }
  if (url !== '') throw refuse('urlAddress', '@menu.addressNone')
  return { url_address: '', link_target: '_self', property_json: {} }
}

function propertiesOf(
  source: unknown,
  refuse: (path: string, message: string) => Error,
): Readonly<Record<string, unknown>> {
  if (source === undefined || source === null || source === '') return {}
  const parsed = parseJson(source)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refuse('propertyJson', '@menu.propertyNotJson')
  const all = parsed as Readonly<Record<string, unknown>>
  // A form has members of the other kinds too, empty.
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== ''))
}
