import { type TSchema, Type } from 'typebox'
import type { Want } from '../document/constraint'
import { CallName, Value } from '../document/words'
import type { Text } from '../text'
import { isEmptyValue, type Option, type OptionSource } from './definition'
import type { OptionParam } from './option-param'
import { configOf, type FormDataField, readCoded, readRecord, readText } from './read'

/** Where the choices of radio, checkbox, select and tree-select come from, as documents write it. */
export type OptionsSetting =
  | readonly StaticChoice[]
  | { readonly dictionary: string; readonly value?: 'id' | 'enCode' }
  | (Members & { readonly interface: string; readonly params?: readonly OptionParam[] })
  | (Members & { readonly call: string; readonly with?: unknown })

/** Names of an entry's members; `id`, `fullName` and `children` unless said (`spec/widgets.md §9`). */
interface Members {
  readonly value?: string
  readonly label?: string
  readonly children?: string
}

type StaticChoice =
  | string
  | number
  | boolean
  | {
      readonly value: unknown
      /** A literal, or `@area.key`. */
      readonly label: Text
      readonly disabled?: boolean
      readonly children?: readonly StaticChoice[]
    }

const MEMBER: Want = 'optionMember'
const members = {
  value: Type.Optional(Type.String({ wants: MEMBER, description: 'Member that is stored; id' })),
  label: Type.Optional(Type.String({ wants: MEMBER, description: 'Member that is shown; fullName' })),
  children: Type.Optional(
    Type.String({ wants: MEMBER, description: 'Member that holds the choices below; children' }),
  ),
}
const closed = { additionalProperties: false }

/** Schema of the setting `options`. */
export const OptionsSchema: TSchema = Type.Unsafe<OptionsSetting>(
  Type.Union(
    [
      Type.Array(
        Type.Union(
          [
            Type.String(),
            Type.Number(),
            Type.Boolean(),
            Type.Object({
              value: Type.Unknown({ description: 'What is stored' }),
              label: Type.Unsafe<string>({
                type: 'string',
                loam: 'text',
                description: 'A text: literal or "@area.key"',
              }),
              disabled: Type.Optional(Type.Boolean({ description: 'Shown, but not to be chosen' })),
              children: Type.Optional(Type.Array(Type.Unknown(), { description: 'The choices below' })),
            }),
          ],
          { title: '@schemaForm.options.choice' },
        ),
        { title: '@schemaForm.options.written', description: 'Choices written here' },
      ),
      Type.Object(
        {
          dictionary: Type.String({ description: 'A dictionary type: its id or code' }),
          value: Type.Optional(
            Type.Union([Type.Literal('id'), Type.Literal('enCode')], {
              description: 'Member that is stored',
            }),
          ),
        },
        { ...closed, title: '@schemaForm.options.dictionary', description: 'Choices of a dictionary' },
      ),
      Type.Object(
        {
          interface: Type.String({ description: 'Id of a data interface' }),
          params: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
          ...members,
        },
        { ...closed, title: '@schemaForm.options.interface', description: 'Choices of a data interface' },
      ),
      Type.Object(
        { call: CallName('read'), with: Type.Optional(Value), ...members },
        {
          ...closed,
          title: '@schemaForm.options.call',
          description: 'Choices of a call',
        },
      ),
    ],
    { title: '@widgets.setting.options', description: 'Where the choices come from' },
  ) as unknown as Record<string, unknown>,
)

/** The source of the choices; null where none is said. */
export function optionSource(setting: OptionsSetting | undefined): OptionSource | null {
  if (setting === undefined) return null
  if (Array.isArray(setting)) return { kind: 'static', options: staticOptions(setting) }
  const source = setting as Exclude<OptionsSetting, readonly StaticChoice[]>
  if ('dictionary' in source)
    return { kind: 'dictionary', type: source.dictionary, value: source.value ?? 'id' }
  const names = {
    value: source.value ?? 'id',
    label: source.label ?? 'fullName',
    children: source.children ?? 'children',
  }
  return 'interface' in source
    ? { kind: 'interface', id: source.interface, params: source.params ?? [], ...names }
    : { kind: 'call', call: source.call, with: source.with, ...names }
}

const statics = new WeakMap<readonly StaticChoice[], readonly Option[]>()

/** The same list for the same setting, so that what is made from it can be kept. */
function staticOptions(choices: readonly StaticChoice[]): readonly Option[] {
  const known = statics.get(choices)
  if (known) return known
  const options = choices.map(toOption)
  statics.set(choices, options)
  return options
}

function toOption(choice: StaticChoice): Option {
  if (typeof choice !== 'object') return { value: choice, label: String(choice) }
  const { value, label, disabled, children } = choice
  return {
    value,
    label: label ?? String(value),
    ...(disabled ? { disabled } : {}),
    ...(children?.length ? { children: children.map(toOption) } : {}),
    data: choice,
  }
}

/** Reads `dataType`, `options`, `props`, `dictionaryType`, `propsUrl` and `templateJson` (`reference/formdata-format.md §5`). */
export function optionsFromFormData(field: FormDataField): OptionsSetting | undefined {
  const config = configOf(field)
  const props = readRecord(field['props']) ?? {}
  const names = {
    value: readText(props['value']) ?? 'id',
    label: readText(props['label']) ?? 'fullName',
    children: readText(props['children']) ?? 'children',
  }
  const dictionary = readText(config['dictionaryType'])
  const propsUrl = readText(config['propsUrl'])
  if (config['dataType'] === 'dictionary')
    return dictionary ? { dictionary, value: names.value === 'enCode' ? 'enCode' : 'id' } : []
  if (config['dataType'] === 'dynamic')
    return propsUrl ? { interface: propsUrl, params: paramsOf(config['templateJson']), ...names } : []
  return Array.isArray(field['options']) ? field['options'].map((entry) => choiceOf(entry, names)) : undefined
}

function choiceOf(entry: unknown, names: Required<Members>): StaticChoice {
  const record = readRecord(entry)
  if (!record) return String(entry ?? '')
  const children = record[names.children]
  const { [names.children]: _, ...own } = record
  return {
    ...own,
    value: record[names.value],
    label: readCoded(record, names.label) ?? String(record[names.value] ?? ''),
    ...(record['disabled'] === true ? { disabled: true } : {}),
    ...(Array.isArray(children) && children.length > 0
      ? { children: children.map((child) => choiceOf(child, names)) }
      : {}),
  }
}

/** Parameters as a call sends them: those that follow another field have its value, an empty one as the empty text. */
export function filledParams(
  params: readonly OptionParam[],
  read: (path: string) => unknown,
): readonly OptionParam[] {
  return params.map((param) => {
    if (!param.relationField) return param
    const value = read(param.relationField)
    return { ...param, defaultValue: isEmptyValue(value) ? '' : value }
  })
}

/** Parameters of a data interface; `table-column` of `formData` becomes the path `table.column`. */
export function paramsOf(templateJson: unknown): readonly OptionParam[] {
  if (!Array.isArray(templateJson)) return []
  return templateJson.flatMap((entry) => {
    const param = readRecord(entry)
    const field = readText(param?.['field'])
    if (!param || !field) return []
    const { relationField: related, ...rest } = param
    const relationField = readText(related)?.replace('-', '.')
    return [
      { ...rest, field, defaultValue: param['defaultValue'], ...(relationField ? { relationField } : {}) },
    ]
  })
}
