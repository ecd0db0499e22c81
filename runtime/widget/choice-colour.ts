import type { Option } from './definition'

/** Colours that a choice may have: what it says of a state, never decoration. */
export const CHOICE_COLOURS = ['gray', 'green', 'orange', 'red', 'blue', 'cyan', 'purple'] as const
export type ChoiceColour = (typeof CHOICE_COLOURS)[number]

const known = new WeakMap<readonly Option[], ReadonlyMap<string, ChoiceColour> | null>()

/**
 * The colour of the tag that a choice is drawn as: its own, else grey. Undefined where none of the choices has a colour: they
 * name things, not states, and are plain text.
 */
export function choiceColour(options: readonly Option[], value: unknown): ChoiceColour | undefined {
  let colours = known.get(options)
  if (colours === undefined) {
    const found = new Map(coloured(options))
    colours = found.size > 0 ? found : null
    known.set(options, colours)
  }
  return colours === null ? undefined : (colours.get(String(value)) ?? 'gray')
}

function coloured(options: readonly Option[]): readonly (readonly [string, ChoiceColour])[] {
  return options.flatMap(({ value, data, children }) => {
    const color = data?.['color']
    return [...(isChoiceColour(color) ? [[String(value), color] as const] : []), ...coloured(children ?? [])]
  })
}

/** Whether a name is that of such a colour. */
export function isChoiceColour(name: unknown): name is ChoiceColour {
  return CHOICE_COLOURS.some((colour) => colour === name)
}
