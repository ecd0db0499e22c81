import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import type { Text } from '@runtime/text'
import { isChoiceColour } from '@runtime/widget/choice-colour'
import { ChoiceTag } from '@widgets/shared/choice-tag'

/** One value that a tag stands for; `color` is one that a choice may have. */
interface TagChoice {
  readonly value: unknown
  readonly label: Text
  readonly color?: string
}

/** A list document's column with the widget `tag`: the value's name on its colour; an unknown value as it is, nothing for a value without a name. */
export function TagCell({
  column,
  value,
  host,
}: {
  readonly column: ColumnPlan
  readonly value: unknown
  readonly host: Host
}) {
  const choice = tagOf(column, value)
  const text = choice ? host.text(choice.label) : String(value)
  if (text === '') return null
  const color = choice?.color ?? ''
  return <ChoiceTag colour={isChoiceColour(color) ? color : 'gray'}>{text}</ChoiceTag>
}

/** The choice that a value stands for. */
export function tagOf({ settings }: ColumnPlan, value: unknown): TagChoice | undefined {
  const options = settings?.['options']
  if (!Array.isArray(options)) return undefined
  return (options as readonly TagChoice[]).find((option) => String(option.value) === String(value))
}
