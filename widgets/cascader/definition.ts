import { type ChoiceSettings, choiceIndex, knownOptions, type PlacedOption } from '@runtime/widget/choice'
import type { FromText, Option, WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import {
  OptionsSchema,
  type OptionsSetting,
  optionSource,
  optionsFromFormData,
} from '@runtime/widget/options'
import { given, lastOfPaths, readFlag, readText } from '@runtime/widget/read'
import { Type } from 'typebox'

/** The values from the root down to the choice. */
export type Path = readonly unknown[]

/** Settings of a cascader. */
export interface CascaderSettings {
  readonly options: OptionsSetting
  readonly multiple: boolean
  readonly filterable: boolean
  readonly clearable: boolean
  readonly showAllLevels: boolean
  readonly separator: string
}

/** A leaf of a tree with all that stands above it; the value is the path, or with `multiple` a list of paths. */
export const definition: WidgetDefinition<CascaderSettings, Path> = {
  key: 'cascader',
  jnpfKeys: ['cascader'],
  group: 'choice',
  title: '@inputs.cascader',
  icon: 'MindMapping',
  kind: 'field',
  example: {
    field: {
      options: [
        {
          value: 'east',
          label: '东区',
          children: [
            { value: 'e1', label: '一号地块' },
            { value: 'e2', label: '二号地块' },
          ],
        },
        { value: 'west', label: '西区' },
      ],
      default: ['east', 'e1'],
    },
  },
  settings: Type.Object({
    options: Type.Optional(OptionsSchema),
    multiple: Type.Optional(
      Type.Boolean({
        title: '@inputs.setting.multiple',
        description: 'Several paths; the value is a list of them',
      }),
    ),
    filterable: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.filterable', description: 'Typing narrows the tree' }),
    ),
    clearable: Type.Optional(
      Type.Boolean({ title: '@inputs.setting.clearable', description: 'A button that empties the field' }),
    ),
    showAllLevels: Type.Optional(
      Type.Boolean({
        title: '@inputs.setting.showAllLevels',
        description: 'The whole path, or its last part alone',
      }),
    ),
    separator: Type.Optional(
      Type.String({
        minLength: 1,
        title: '@inputs.setting.separator',
        description: 'Between the parts of a path',
      }),
    ),
  }),
  defaults: {
    options: [],
    multiple: false,
    filterable: false,
    clearable: true,
    showAllLevels: true,
    separator: '/',
  },
  fromFormData: (field) =>
    given({
      options: optionsFromFormData(field),
      multiple: readFlag(field['multiple']),
      filterable: readFlag(field['filterable']),
      clearable: readFlag(field['clearable']),
      showAllLevels: readFlag(field['showAllLevels']),
      separator: readText(field['separator']),
    }),
  initial: () => [],
  value({ multiple }) {
    const path = { type: 'array', items: { type: ['string', 'number', 'boolean'] }, minItems: 1 } as const
    return multiple ? { type: 'array', items: path, uniqueItems: true } : path
  },
  normalise(value) {
    if (typeof value !== 'string') return value ?? []
    try {
      const parsed: unknown = JSON.parse(value)
      return Array.isArray(parsed) ? parsed : value
    } catch {
      return value === '' ? [] : value
    }
  },
  check(value, settings, context) {
    const options = knownOptions(settings as ChoiceSettings, context)
    if (!options) return null
    for (const path of pathsOf(value, settings.multiple)) {
      const chain = chainOf(path, options)
      if (!chain) return context.text('@inputs.notPath', { text: path.join(settings.separator) })
      if (chain.at(-1)?.children?.length) return context.text('@inputs.onlyLeaf')
    }
    return null
  },
  toText: (value, settings, context) =>
    pathsOf(value, settings.multiple)
      .map((path) => pathText(path, knownOptions(settings as ChoiceSettings, context), settings, context))
      .join(','),
  fromText,
  filter: ['equals', 'in'],
  sought: lastOfPaths,
  sort: 'text',
  options: ({ options }) => optionSource(options),
}

/** The paths of a value, whether it is one or many. */
export function pathsOf(value: unknown, multiple: boolean): readonly Path[] {
  if (!Array.isArray(value) || value.length === 0) return []
  return multiple ? value.filter(Array.isArray) : [value]
}

/** The choices of a path from the root down; null where a part is not there. Loose in the type: "1" finds 1. */
export function chainOf(path: Path, options: readonly Option[]): readonly Option[] | null {
  const chain: Option[] = []
  let level = options
  for (const part of path) {
    const found = level.find(({ value }) => String(value) === String(part))
    if (!found) return null
    chain.push(found)
    level = found.children ?? []
  }
  return chain
}

/** A path as people read it; the values themselves where the choices are not known. */
export function pathText(
  path: Path,
  options: readonly Option[] | undefined,
  { showAllLevels, separator }: Pick<CascaderSettings, 'showAllLevels' | 'separator'>,
  { text }: Pick<WidgetContext, 'text'>,
): string {
  const chain = options && chainOf(path, options)
  const labels = chain ? chain.map(({ label }) => text(label)) : path.map(String)
  return showAllLevels ? labels.join(separator) : (labels.at(-1) ?? '')
}

/** The paths of a text of labels: whole ones by the separator, or the last part alone where only one choice has it. */
function fromText(text: string, settings: CascaderSettings, context: WidgetContext): FromText<Path> {
  const options = knownOptions(settings, context) ?? []
  const paths: Path[] = []
  for (const part of text.split(/[,，;；、\n]/).flatMap((piece) => piece.trim() || [])) {
    const found = choiceIndex(pathOptions(options), context).named(part.split(settings.separator).join('/'))
    if (found.length > 1) return { error: context.text('@inputs.ambiguous', { text: part }) }
    const [placed] = found
    if (!placed) return { error: context.text('@inputs.notPath', { text: part }) }
    if (placed.option.children?.length) return { error: context.text('@inputs.onlyLeaf') }
    paths.push(pathOf(placed))
  }
  if (settings.multiple) return { value: paths }
  return paths.length > 1 ? { error: context.text('@inputs.onlyOne') } : { value: paths[0] ?? [] }
}

function pathOf({ option }: PlacedOption): Path {
  return JSON.parse(String(option.value)) as Path
}

const keyed = new WeakMap<readonly Option[], readonly Option[]>()

/** The same tree with each choice's path, as JSON text, for its value: names repeat, and so may values. */
export function pathOptions(options: readonly Option[]): readonly Option[] {
  const known = keyed.get(options)
  if (known) return known
  const place = (level: readonly Option[], above: Path): readonly Option[] =>
    level.map((option) => {
      const path = [...above, option.value]
      return {
        ...option,
        value: JSON.stringify(path),
        ...(option.children ? { children: place(option.children, path) } : {}),
      }
    })
  const placed = place(options, [])
  keyed.set(options, placed)
  return placed
}
