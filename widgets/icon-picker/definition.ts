import { ICON_NAMES, type IconName } from '@runtime/icon-names'
import { nearestOf } from '@runtime/nearest'
import type { WidgetContext, WidgetDefinition } from '@runtime/widget/definition'
import { Type } from 'typebox'

/** Settings of an icon's choice. */
export interface IconPickerSettings {
  /** Those that may be chosen; empty: all. */
  readonly icons: readonly IconName[]
  readonly clearable: boolean
}

/** An icon of the product by its name: `Plus`. */
export const definition: WidgetDefinition<IconPickerSettings, string> = {
  key: 'icon-picker',
  jnpfKeys: [],
  group: 'choice',
  title: '@iconPicker.widget',
  icon: 'FaceSmileFill',
  kind: 'field',
  example: { field: { default: 'Thunderbolt' } },
  settings: Type.Object({
    icons: Type.Optional(
      Type.Array(Type.Enum([...ICON_NAMES]), {
        uniqueItems: true,
        title: '@iconPicker.setting.icons',
        description: '@iconPicker.setting.iconsHelp',
        examples: [['Sun', 'Moon']],
      }),
    ),
    clearable: Type.Optional(
      Type.Boolean({
        title: '@iconPicker.setting.clearable',
        description: '@iconPicker.setting.clearableHelp',
        examples: [false],
      }),
    ),
  }),
  defaults: { icons: [], clearable: true },
  value: () => ({ type: 'string' }),
  check: (value, settings, context) => faultOf(value, settings, context),
  toText: (value, _settings, context) => iconLabel(value, context),
  fromText(text, settings, context) {
    const sought = text.trim().toLowerCase()
    const name = ICON_NAMES.find((one) =>
      [one, iconLabel(one, context)].some((word) => word.toLowerCase() === sought),
    )
    const value = name ?? text.trim()
    const fault = faultOf(value, settings, context)
    return fault === null ? { value } : { error: fault }
  },
  filter: ['equals', 'in'],
  sort: 'text',
}

/** What an icon is called in the reader's language; a name that is no icon is itself. */
export function iconLabel(name: string, { text }: Pick<WidgetContext, 'text'>): string {
  return isIcon(name) ? text(`@iconPicker.name.${name}`) : name
}

function isIcon(name: string): name is IconName {
  return (ICON_NAMES as readonly string[]).includes(name)
}

function faultOf(
  name: string,
  { icons }: IconPickerSettings,
  { text }: Pick<WidgetContext, 'text'>,
): string | null {
  if (isIcon(name))
    return icons.length === 0 || icons.includes(name) ? null : text('@iconPicker.notOffered', { name })
  const nearest = nearestOf(name, icons.length > 0 ? icons : ICON_NAMES)
  return nearest === undefined
    ? text('@iconPicker.unknown', { name })
    : text('@iconPicker.didYouMean', { name, nearest })
}
