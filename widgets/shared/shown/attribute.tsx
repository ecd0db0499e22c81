import type { AttributeSettings } from '@runtime/widget/attribute'
import type { EditProps } from '../../widget'
import { textOf } from '../chooser/text-of'
import { SystemValue } from './system-value'

/** A part of what another field refers to: follows it, read only. */
export function AttributeEdit(props: EditProps<AttributeSettings, unknown>) {
  const { value, placeholder, host } = props
  return (
    <SystemValue
      props={{ ...props, value: null, placeholder: placeholder || host.text('@dataWidgets.follows') }}
      text={textOf(value)}
    />
  )
}
