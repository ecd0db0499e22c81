import { itemsOf } from '@runtime/widget/read'
import { ChoiceGroup } from '../shared/choice-group'
import type { EditProps, Widget } from '../widget'
import { type CheckboxSettings, definition } from './definition'

/** The values in the order of the choices; one that is no longer among them stays, at the end. */
function CheckboxEdit(props: EditProps<CheckboxSettings, readonly unknown[]>) {
  const chosen = itemsOf(props.value)
  return (
    <ChoiceGroup
      type="checkbox"
      props={props as EditProps<CheckboxSettings, unknown>}
      chosen={chosen}
      onChoose={(option, on) => {
        const others = chosen.filter((value) => String(value) !== String(option.value))
        const wanted = on ? [...others, option.value] : others
        const order = new Map(props.options.map(({ value }, position) => [String(value), position]))
        const place = (value: unknown) => order.get(String(value)) ?? order.size
        props.onChange(wanted.sort((a, b) => place(a) - place(b)))
      }}
    />
  )
}

export const widget: Widget<CheckboxSettings, readonly unknown[]> = { definition, Edit: CheckboxEdit }
