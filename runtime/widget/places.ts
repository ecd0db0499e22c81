import { Type } from 'typebox'
import { Text as TextWord } from '../document/words'
import { nearestOf } from '../nearest'
import type { Text } from '../text'

/** A name that an expression or a template may read, and what people call it. */
export interface PlaceName {
  readonly name: string
  readonly label?: Text
}

/** The setting that says which names there are. */
export const PlaceNames = Type.Array(
  Type.Object(
    {
      name: Type.String({ minLength: 1, title: '@template.setting.place' }),
      label: Type.Optional({ ...TextWord, title: '@template.setting.placeLabel' }),
    },
    { additionalProperties: false },
  ),
  {
    title: '@template.setting.names',
    description: '@template.setting.namesHelp',
    examples: [[{ name: 'fullName', label: '姓名' }]],
  },
)

/** The first name that is read and that nothing gives, with the one that was probably meant; null: all are given, or none is said. */
export function strangerIn(
  dependencies: readonly string[],
  names: readonly PlaceName[],
): { readonly name: string; readonly nearest?: string } | null {
  if (names.length === 0) return null
  const isGiven = (path: string) =>
    names.some(({ name }) => path === name || path.startsWith(`${name}.`) || name.startsWith(`${path}.`))
  const stranger = dependencies.find((path) => !isGiven(path))
  if (stranger === undefined) return null
  const nearest = nearestOf(
    stranger,
    names.map(({ name }) => name),
  )
  return { name: stranger, ...(nearest !== undefined && { nearest }) }
}
