import { asNumber } from '../../json'
import type { Text } from '../../text'
import { readCoded } from '../../widget/read'
import { optional } from '../document/layout'
import { readNumber } from '../document/values'
import type { DisplayNode } from '../plan'
import type { NormalField } from './aliases'

type Json = Readonly<Record<string, unknown>>

export function nameOf(field: Json): string {
  const name = field['__vModel__']
  return typeof name === 'string' ? name : ''
}

export function labelOf(field: NormalField): string {
  const label = field.__config__['label']
  return typeof label === 'string' ? label : ''
}

/** The label as people read it, in their language where the model has a code for it. */
export function titleOf(field: NormalField): Text {
  return readCoded(field.__config__, 'label') ?? ''
}

/** What a box says while it is empty: the designer's own words are said in the reader's language. */
export function placeholderOf(field: NormalField): Text | undefined {
  const placeholder = filled(field['placeholder'])
  return PLACEHOLDERS[placeholder ?? ''] ?? readCoded(field, 'placeholder')
}

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  请选择: '@picker.placeholder',
  請選擇: '@picker.placeholder',
  请输入: '@form.textPlaceholder',
  請輸入: '@form.textPlaceholder',
}

export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function isVisible(config: Json): boolean {
  const on = config['visibility']
  return config['noShow'] !== true && (!Array.isArray(on) || on.includes('pc'))
}

/** `isStorage` 0: shown, not saved. A field that never says has a value of its own if it has a name. */
export function isStored(field: NormalField): boolean {
  if (nameOf(field) === '') return false
  return field['isStorage'] === undefined || asNumber(field['isStorage']) === 1
}

/** What only shows has a label beside it where the designer says so and calls it something. */
export function labelled(field: NormalField): Pick<DisplayNode, 'labelled'> {
  const { showLabel, labelWidth } = field.__config__
  if (showLabel !== true || labelOf(field) === '') return {}
  return { labelled: optional('width', readNumber(labelWidth)) }
}

/** The sentence for a missing value: it names what is missing, and does not say the placeholder again. */
export function requiredText(field: NormalField): Text {
  if (Array.isArray(field.__config__['defaultValue'])) return '@form.requiredChoice'
  const placeholder = filled(field['placeholder']) ?? ''
  return ASKING.find(([begin]) => placeholder.startsWith(begin))?.[1] ?? '@form.required'
}

/** How placeholders begin that say what a person does there. */
const ASKING: readonly (readonly [begin: string, sentence: string])[] = [
  ['请选择', '@form.requiredPick'],
  ['請選擇', '@form.requiredPick'],
  ['请输入', '@form.requiredText'],
  ['請輸入', '@form.requiredText'],
]

export function current(field: NormalField): Json {
  return field.__config__['defaultCurrent'] === true ? { defaultCurrent: true } : {}
}
