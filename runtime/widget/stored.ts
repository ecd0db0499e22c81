import { isRecord } from '../json'
import type { SettingReference } from './design'
import type { BoundUnit, MomentBound } from './moment-bound'
import type { OptionParam } from './option-param'
import type { OptionsSetting } from './options'
import { configOf, type FormDataField, readRecord, readText } from './read'

type Json = Readonly<Record<string, unknown>>
type At = readonly (string | number)[]

/** A member of `__config__`. */
export const inConfig = (member: string) => ['__config__', member] as const

/** `table.column` as `formData` writes it: `table-column`. */
export function storedPath(path: string): string {
  return path.replace('.', '-')
}

/** Stores a field that a setting names; what tells its table stays behind it (`name_jnpfTable_orders1`). */
export function storedField(member: string) {
  return (path: string | undefined, field: FormDataField): Json => {
    const [, ...tail] = (readText(field[member]) ?? '').split('_jnpfTable_')
    return { [member]: [storedPath(path ?? ''), ...(path ? tail : [])].join('_jnpfTable_') }
  }
}

export function storedParams(params: readonly OptionParam[] | undefined, holder: Json): Json {
  const templateJson = (params ?? []).map(({ relationField, ...param }) => ({
    ...param,
    relationField: storedPath(relationField ?? ''),
  }))
  return { templateJson: wholly(templateJson, holder['templateJson']) }
}

/** Items that say all of their members: what the one in their place has besides is taken away. */
function wholly(items: readonly unknown[], before: unknown): readonly unknown[] {
  return items.map((item, index) => {
    const old: unknown = Array.isArray(before) ? before[index] : undefined
    if (!isRecord(item) || !isRecord(old)) return item
    return { ...Object.fromEntries(Object.keys(old).map((key) => [key, undefined])), ...item }
  })
}

/** Stores `dataType`, `options`, `props`, `dictionaryType`, `propsUrl` and `templateJson`. A call is none of `formData`'s sources. */
export function storedOptions(setting: OptionsSetting | undefined, field: FormDataField): Json {
  const props = readRecord(field['props']) ?? {}
  if (setting === undefined || Array.isArray(setting)) {
    const isWritten = !['dictionary', 'dynamic'].includes(String(configOf(field)['dataType']))
    const names = isWritten ? namesOf(props) : namesOf({})
    const options = (setting ?? []).map((choice) => storedChoice(choice, names))
    const { value, label } = names
    return {
      options: wholly(options, field['options']),
      ...(!isWritten && { props: { value, label } }),
      __config__: { dataType: 'static' },
    }
  }
  if ('dictionary' in setting)
    return {
      props: { value: setting.value ?? 'id' },
      __config__: { dataType: 'dictionary', dictionaryType: setting.dictionary },
    }
  if (!('interface' in setting)) return {}
  const children = setting.children ?? 'children'
  return {
    props: {
      value: setting.value ?? 'id',
      label: setting.label ?? 'fullName',
      ...((props['children'] !== undefined || children !== 'children') && { children }),
    },
    __config__: {
      dataType: 'dynamic',
      propsUrl: setting.interface,
      ...storedParams(setting.params, configOf(field)),
    },
  }
}

interface Names {
  readonly value: string
  readonly label: string
  readonly children: string
}

function namesOf(props: Json): Names {
  return {
    value: readText(props['value']) ?? 'id',
    label: readText(props['label']) ?? 'fullName',
    children: readText(props['children']) ?? 'children',
  }
}

function storedChoice(choice: unknown, names: Names): unknown {
  if (typeof choice === 'string') return choice
  const { value, label, disabled, children, ...own } = isRecord(choice)
    ? choice
    : { value: choice, label: String(choice) }
  const code = `${names.label}I18nCode`
  // A label that somebody has written says the same in every language: the code beside the one before goes.
  const isWritten = !isRecord(label) && typeof own[code] === 'string' && own[code] !== ''
  return {
    ...own,
    ...(isWritten && { [code]: undefined }),
    [names.label]: isRecord(label) ? label['zh'] : label,
    [names.value]: value,
    disabled: disabled === true ? true : undefined,
    [names.children]: Array.isArray(children)
      ? children.map((child: unknown) => storedChoice(child, names))
      : undefined,
  }
}

const UNITS: readonly BoundUnit[] = ['year', 'month', 'day', 'hour', 'minute', 'second']
const TIME_UNITS: readonly BoundUnit[] = ['hour', 'minute', 'second']
const BOUND_TYPES = { fixed: 1, field: 2, now: 3, before: 4, after: 5 } as const

/** Stores an earliest or latest value as `startTimeRule`, `startTimeType` … */
export function storedBound(side: 'start' | 'end', of: 'date' | 'time') {
  return (bound: MomentBound | undefined): Json => {
    if (!bound) return { __config__: { [`${side}TimeRule`]: false } }
    const said = { [`${side}TimeRule`]: true, [`${side}TimeType`]: BOUND_TYPES[bound.kind] }
    switch (bound.kind) {
      case 'fixed':
        return { __config__: { ...said, [`${side}TimeValue`]: bound.value } }
      case 'field':
        return { __config__: { ...said, [`${side}RelationField`]: storedPath(bound.field) } }
      case 'now':
        return { __config__: said }
      default: {
        const units = of === 'time' ? TIME_UNITS : UNITS
        const target = Math.max(0, units.indexOf(bound.unit)) + 1
        return { __config__: { ...said, [`${side}TimeTarget`]: target, [`${side}TimeValue`]: bound.amount } }
      }
    }
  }
}

/** Stores ids of which a field may hold the whole ways to them: those it holds stay as they are. */
export function storedIds(member: string) {
  return (ids: readonly string[] | undefined, field: FormDataField): Json => {
    const before: readonly unknown[] = Array.isArray(field[member]) ? field[member] : []
    const known = new Map(before.map((item) => [String(Array.isArray(item) ? item.at(-1) : item), item]))
    return { [member]: (ids ?? []).map((id) => known.get(id) ?? id) }
  }
}

export function fieldRef(name: string | undefined, at: At): readonly SettingReference[] {
  return ref('field', name, at)
}

export function ref(kind: SettingReference['kind'], name: unknown, at: At): readonly SettingReference[] {
  return typeof name === 'string' && name !== '' ? [{ kind, name, at }] : []
}

export function paramRefs(
  params: readonly { readonly relationField?: string }[],
  at: At,
): readonly SettingReference[] {
  return params.flatMap(({ relationField }, index) =>
    fieldRef(relationField, [...at, index, 'relationField']),
  )
}

export function optionRefs({ options }: { readonly options: OptionsSetting }): readonly SettingReference[] {
  if (Array.isArray(options) || !isRecord(options)) return []
  const source = options as Exclude<OptionsSetting, readonly unknown[]>
  if ('dictionary' in source) return ref('dictionary', source.dictionary, ['options', 'dictionary'])
  if (!('interface' in source)) return []
  return [
    ...ref('interface', source.interface, ['options', 'interface']),
    ...paramRefs(source.params ?? [], ['options', 'params']),
  ]
}

export function interfaceRefs(settings: {
  readonly interfaceId: string
  readonly params: readonly OptionParam[]
}): readonly SettingReference[] {
  return [
    ...ref('interface', settings.interfaceId, ['interfaceId']),
    ...paramRefs(settings.params, ['params']),
  ]
}

export function boundRefs(settings: {
  readonly start?: MomentBound
  readonly end?: MomentBound
}): readonly SettingReference[] {
  return (['start', 'end'] as const).flatMap((side) => {
    const bound = settings[side]
    return bound?.kind === 'field' ? fieldRef(bound.field, [side, 'field']) : []
  })
}

export function peopleRefs(settings: {
  readonly selectType: string
  readonly ableIds: readonly string[]
}): readonly SettingReference[] {
  if (settings.selectType !== 'custom') return []
  return settings.ableIds.flatMap((id, index) => ref('people', id, ['ableIds', index]))
}
