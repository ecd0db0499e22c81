import { asNumber, asRecord } from '../../json'

type Json = Readonly<Record<string, unknown>>

/** A setting that is kept and does nothing yet; `kind` names the sentence (`@form.loss.<kind>`). */
export interface Unsupported {
  readonly setting: string
  readonly kind: string
}

const OF_FORMS: readonly (Unsupported & { readonly isUsed: (value: unknown) => boolean })[] = [
  { setting: 'primaryKeyPolicy', kind: 'primaryKey', isUsed: (value) => asNumber(value) === 2 },
  {
    setting: 'classJson',
    kind: 'styles',
    isUsed: (value) => typeof value === 'string' && value.trim() !== '',
  },
]

/** Settings of a whole form (`reference/formdata-format.md §2`) that it asks for in vain. */
export function unsupportedOfForm(form: Json): readonly Unsupported[] {
  return OF_FORMS.filter(({ setting, isUsed }) => isUsed(form[setting]))
}

/** The same of a field (`reference/formdata-format.md §4, §5`): rows and options that are chosen must say from where. */
export function unsupportedOfField(widget: string | undefined, field: Json): readonly Unsupported[] {
  const chooses = widget === 'sub-table' && asNumber(field['addType']) === 1
  const source = asRecord(field['addTableConf'])['interfaceId']
  if (chooses && !source) return [{ setting: 'addType', kind: 'emptyRows' }]
  const { dataType, dictionaryType, propsUrl } = asRecord(field['__config__'])
  const isAstray = (dataType === 'dictionary' && !dictionaryType) || (dataType === 'dynamic' && !propsUrl)
  return isAstray ? [{ setting: '__config__/dataType', kind: 'noSource' }] : []
}
