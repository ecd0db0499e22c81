import type { EditProps } from '../../widget'
import { controlAria } from '../control'
import { useFocusOnMount } from '../focus'
import { TextBox, useInputClass } from '../text-box'

/** A value that only the system writes: read, selected and copied, never typed. Empty, it says where it will come from. */
export function SystemValue({
  props,
  text,
}: {
  readonly props: EditProps<object, string>
  readonly text: string
}) {
  const className = useInputClass(props.disabled)
  const focus = useFocusOnMount<HTMLInputElement>(props.autoFocus)
  return (
    <TextBox host={props.host} disabled={props.disabled} readonly error={props.error}>
      <input
        {...controlAria(props)}
        ref={focus}
        id={props.id}
        type="text"
        className={className}
        readOnly
        disabled={props.disabled}
        placeholder={props.placeholder || props.host.text('@dates.automatic')}
        value={text}
        onBlur={props.onBlur}
      />
    </TextBox>
  )
}
