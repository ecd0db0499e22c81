import {
  englishStringTranslator,
  type Registry,
  type RJSFSchema,
  TranslatableString,
  type UiSchema,
} from '@rjsf/utils'
import type { Translator } from '@runtime/text'

/** Where RJSF's own words are in the locales (`schemaForm.*`). */
const KEYS: Partial<Record<TranslatableString, string>> = {
  [TranslatableString.ArrayItemTitle]: 'item',
  [TranslatableString.MissingItems]: 'missingItems',
  [TranslatableString.EmptyArray]: 'emptyArray',
  [TranslatableString.YesLabel]: 'yes',
  [TranslatableString.NoLabel]: 'no',
  [TranslatableString.CloseLabel]: 'close',
  [TranslatableString.ErrorsLabel]: 'errors',
  [TranslatableString.NewStringDefault]: 'newValue',
  [TranslatableString.AddButton]: 'add',
  [TranslatableString.AddItemButton]: 'add',
  [TranslatableString.CopyButton]: 'copy',
  [TranslatableString.ExpandButton]: 'expand',
  [TranslatableString.MoveDownButton]: 'moveDown',
  [TranslatableString.MoveUpButton]: 'moveUp',
  [TranslatableString.RemoveButton]: 'remove',
  [TranslatableString.PreviewLabel]: 'preview',
  [TranslatableString.OptionalObjectAdd]: 'fillIn',
  [TranslatableString.OptionalObjectRemove]: 'leaveOut',
  [TranslatableString.OptionalObjectEmptyMsg]: 'leftOut',
  [TranslatableString.Type]: 'type',
  [TranslatableString.Value]: 'value',
  [TranslatableString.ClearButton]: 'clear',
  [TranslatableString.UnknownFieldType]: 'unknownType',
  [TranslatableString.OptionPrefix]: 'option',
  [TranslatableString.TitleOptionPrefix]: 'titleOption',
  [TranslatableString.KeyLabel]: 'key',
  [TranslatableString.DeprecatedLabel]: 'deprecated',
  [TranslatableString.CycleDetected]: 'cycle',
  [TranslatableString.InvalidObjectField]: 'invalidOrder',
  [TranslatableString.UnsupportedField]: 'unsupported',
  [TranslatableString.UnsupportedFieldWithId]: 'unsupported',
  [TranslatableString.UnsupportedFieldWithReason]: 'unsupported',
  [TranslatableString.UnsupportedFieldWithIdAndReason]: 'unsupported',
}

/** RJSF's words in the reader's language. */
export function wordsOf({ text }: Pick<Translator, 'text'>): Registry['translateString'] {
  return (word, params = []) => {
    const key = KEYS[word]
    if (key === undefined) return englishStringTranslator(word, params)
    return text(`@schemaForm.${key}`, { first: params[0], second: params[1] })
  }
}

/** Words of a schema and a uiSchema that a person reads. */
const READ = /^(?:ui:)?(?:title|description|help|placeholder|enumNames)$/

/** The same schema with its locale keys (`@area.key`) said in the reader's language. */
export function inWords<S extends RJSFSchema | UiSchema>(schema: S, { text }: Pick<Translator, 'text'>): S {
  const translated = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return READ.test(key) && value.startsWith('@') ? text(value) : value
    if (Array.isArray(value)) return value.map((entry) => translated(entry, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, translated(member, name)]))
  }
  return translated(schema, '') as S
}
