import { ChoiceGroup } from '../shared/choice-group'
import type { EditProps, Widget } from '../widget'
import { definition, type RadioSettings } from './definition'

function RadioEdit(props: EditProps<RadioSettings, unknown>) {
  const chosen = props.value === null || props.value === '' ? [] : [props.value]
  return (
    <ChoiceGroup
      type="radio"
      props={props}
      chosen={chosen}
      onChoose={(option) => props.onChange(option.value)}
    />
  )
}

export const widget: Widget<RadioSettings, unknown> = { definition, Edit: RadioEdit }
