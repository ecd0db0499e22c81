import type { FieldPlan } from '@runtime/form/plan'
import type { ColumnPlan } from '@runtime/list/plan'
import type { Option } from '@runtime/widget/definition'
import type { ReactNode } from 'react'
import './choice-tag.css'

/** Widgets whose value is one of a few choices. */
const CHOICES: ReadonlySet<string> = new Set(['select', 'radio', 'switch', 'dictionary-select'])
/** Colours in the order in which choices take them; the style sheet has the two shades of each. */
export const CHOICE_COLOURS = [
  'blue',
  'green',
  'orange',
  'purple',
  'cyan',
  'magenta',
  'gold',
  'gray',
] as const
/** Above so many written choices a list names things, not states: a colour each would say nothing. */
const MOST = 16

type Colour = (typeof CHOICE_COLOURS)[number]

/** Whether a column's values are drawn as tags. Where the document says how they look by condition, that is said already. */
export function isTagged({ field, style, value, path }: ColumnPlan): boolean {
  if (!field || style || value || path.includes('.') || !CHOICES.has(field.widget)) return false
  const { options } = field
  if (field.widget === 'switch' || options?.kind === 'dictionary') return true
  return (
    field.widget === 'dictionary-select' ||
    (options?.kind === 'static' && flat(options.options).length <= MOST)
  )
}

/** The colour of a choice: its own, else by its place among the choices, else always the same for the same value. */
export function colourOf(field: FieldPlan, value: unknown): Colour {
  const { settings, options } = field
  if (field.widget === 'switch') return value === settings['activeValue'] ? 'green' : 'gray'
  if (options?.kind !== 'static') return byText(String(value))
  const all = flat(options.options)
  const at = all.findIndex((option) => String(option.value) === String(value))
  const own = all[at]?.data?.['color']
  if (isColour(own)) return own
  return at < 0 ? 'gray' : (CHOICE_COLOURS[at % CHOICE_COLOURS.length] ?? 'gray')
}

function isColour(name: unknown): name is Colour {
  return (CHOICE_COLOURS as readonly unknown[]).includes(name)
}

function byText(text: string): Colour {
  let sum = 0
  for (const sign of text) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521
  return CHOICE_COLOURS[sum % CHOICE_COLOURS.length] ?? 'gray'
}

function flat(options: readonly Option[]): readonly Option[] {
  return options.flatMap((option) => [option, ...flat(option.children ?? [])])
}

/** A choice: its word on its colour. */
export function ChoiceTag({ colour, children }: { readonly colour: Colour; readonly children: ReactNode }) {
  return <span className={`loam-choice-value loam-choice-value-${colour}`}>{children}</span>
}
