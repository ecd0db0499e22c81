import type { JsonSchema } from '@runtime/schema/json-schema'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { checkNamed, listIn } from '@runtime/widget/id-value'
import type { NameSource } from '@runtime/widget/named'
import { given, lastOfPaths, readFlag, readNumber, readWord } from '@runtime/widget/read'
import { Type } from 'typebox'

/** The levels there are: province, city, district, town. */
export const DEEPEST_LEVEL = 3
/** Three ids a path (`spec/widgets.md §9`). */
export const DEFAULT_LEVEL = 2

export interface AreaSettings {
  /** 0 province … 3 town; a path has one id more. */
  readonly level: number
  readonly multiple: boolean
  readonly selectType: 'all' | 'custom'
  /** With `custom`: areas that may be chosen, with all below them. */
  readonly ableIds: readonly string[]
  readonly clearable: boolean
}

/** Ids from the province down. */
export type AreaPath = readonly string[]

const AREA: NameSource = { kind: 'area' }

/** An area by the path of ids that leads to it, or several (`spec/widgets.md §2.6`). */
export const definition: WidgetDefinition<AreaSettings, unknown> = {
  key: 'area-select',
  jnpfKeys: ['areaSelect', 'address'],
  group: 'data',
  title: '@dataWidgets.areaSelect',
  icon: 'Location',
  kind: 'field',
  example: { field: { default: ['650000', '652300', '652323'] } },
  settings: Type.Object({
    level: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: DEEPEST_LEVEL,
        title: '@dataWidgets.setting.level',
        description: 'How deep a choice goes: 0 province, 1 city, 2 district, 3 town',
      }),
    ),
    multiple: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.multiple',
        description: 'Several areas; the value is a list of paths',
      }),
    ),
    selectType: Type.Optional(
      Type.Enum(['all', 'custom'], {
        title: '@dataWidgets.setting.selectType',
        description: 'All areas, or those of ableIds',
      }),
    ),
    ableIds: Type.Optional(
      Type.Array(Type.String(), {
        title: '@dataWidgets.setting.ableIds',
        description: 'Areas that may be chosen, with all below them',
      }),
    ),
    clearable: Type.Optional(
      Type.Boolean({
        title: '@dataWidgets.setting.clearable',
        description: 'A button that empties the field',
      }),
    ),
  }),
  defaults: { level: DEFAULT_LEVEL, multiple: false, selectType: 'all', ableIds: [], clearable: true },
  fromFormData: (field) =>
    given({
      level: levelIn(field['level']),
      multiple: readFlag(field['multiple']),
      selectType: readWord(field['selectType'], ['all', 'custom']),
      ableIds: Array.isArray(field['ableAddressIds']) ? lastsOf(field['ableAddressIds']) : undefined,
      clearable: readFlag(field['clearable']),
    }),
  initial: () => [],
  value({ multiple }): JsonSchema {
    const path = { type: 'array', items: { type: 'string' }, minItems: 1 } as const
    return multiple ? { type: 'array', items: path, uniqueItems: true } : path
  },
  normalise: normalised,
  check(value, settings, context) {
    const paths = pathsOf(value)
    const { level } = settings
    if (paths.some(({ length }) => length !== level + 1))
      return context.text('@dataWidgets.areaLevel', { level: context.text(`@dataWidgets.level.${level}`) })
    return (
      checkNamed(AREA, paths.flat(), context) ??
      refuse(paths, (path) => isChain(path, context), context) ??
      refuse(paths, (path) => isAble(path, settings), context)
    )
  },
  toText: (value, _, context) =>
    pathsOf(value)
      .map((path) => pathText(path, context))
      .join(','),
  fromText(text, { multiple }) {
    const paths = text.split(/[,，;；、\n]/).flatMap((part) => {
      const ids = part.split('/').flatMap((id) => id.trim() || [])
      return ids.length > 0 ? [ids] : []
    })
    return { value: multiple ? paths : (paths[0] ?? []) }
  },
  filter: ['equals', 'in'],
  sought: lastOfPaths,
  sort: 'text',
  names: () => AREA,
  ids: (value) => pathsOf(value).flat(),
}

/** The paths of a value, whether it is one or many. */
export function pathsOf(value: unknown): readonly AreaPath[] {
  if (!Array.isArray(value) || value.length === 0) return []
  return Array.isArray(value[0])
    ? value.filter(Array.isArray).map((path) => path.map(String))
    : [value.map(String)]
}

/** Names joined by a slash (`spec/widgets.md §3`); an id that is not known stands for itself. */
export function pathText(path: AreaPath, { named }: Pick<WidgetContext, 'named'>): string {
  return path.map((id) => named?.(AREA, id)?.text ?? id).join('/')
}

/** Whether an area may be chosen, by itself or by one above it. */
export function isAble(path: AreaPath, { selectType, ableIds }: AreaSettings): boolean {
  return selectType !== 'custom' || path.some((id) => ableIds.includes(id))
}

function refuse(
  paths: readonly AreaPath[],
  keeps: (path: AreaPath) => boolean,
  context: WidgetContext,
): string | null {
  const stranger = paths.find((path) => !keeps(path))
  return stranger ? context.text('@dataWidgets.notArea', { text: pathText(stranger, context) }) : null
}

/** Each area lies in the one before it, as far as that is known. */
function isChain(path: AreaPath, { named }: WidgetContext): boolean {
  return path.every((id, depth) => {
    const parent = named?.(AREA, id)?.data?.['parentId']
    return parent === undefined || parent === (path[depth - 1] ?? '-1')
  })
}

function levelIn(value: unknown): number | undefined {
  const level = readNumber(value)
  return level !== undefined && Number.isInteger(level) && level >= 0 && level <= DEEPEST_LEVEL
    ? level
    : undefined
}

/** Areas named by their ids or by the paths to them. */
function lastsOf(areas: readonly unknown[]): readonly string[] {
  return areas.flatMap((area) => {
    const last: unknown = Array.isArray(area) ? area.at(-1) : area
    return typeof last === 'string' || typeof last === 'number' ? [String(last)] : []
  })
}

function normalised(value: unknown, { multiple }: AreaSettings): unknown {
  if (value === null || value === undefined || value === '') return []
  const read = typeof value === 'string' ? listIn(value) : value
  if (!Array.isArray(read)) return read
  const isPaths = Array.isArray(read[0])
  const texts = (list: readonly unknown[]): readonly unknown[] =>
    list.map((item) => (Array.isArray(item) ? texts(item) : typeof item === 'number' ? String(item) : item))
  if (multiple && !isPaths && read.length > 0) return [texts(read)]
  if (!multiple && isPaths && read.length === 1) return texts(read[0] as readonly unknown[])
  return texts(read)
}
