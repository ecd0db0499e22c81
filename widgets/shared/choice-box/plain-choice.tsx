import type { EditProps } from '../../widget'
import { ChoiceBox } from './choice-box'

type PlainChoiceProps = Pick<
  EditProps<object, unknown>,
  'id' | 'host' | 'label' | 'placeholder' | 'value' | 'options'
>

/** A choice that belongs to a larger widget: which part, which kind. It has no field, no error and cannot be emptied. */
export function PlainChoice({
  several = false,
  searched = false,
  disabled = false,
  onChange,
  ...fieldProps
}: PlainChoiceProps & {
  readonly several?: boolean
  /** Typing narrows it. */
  readonly searched?: boolean
  readonly disabled?: boolean
  readonly onChange: (value: unknown) => void
}) {
  // What a box of choices asks of its field, it asks of these alone.
  const props = {
    ...fieldProps,
    disabled,
    readonly: false,
    required: false,
    error: null,
    autoFocus: false,
    optionsState: 'ready',
    reloadOptions: nothing,
    onBlur: nothing,
    settings: {},
    onChange: (next: unknown) => {
      if (next !== null) onChange(next)
    },
  } as unknown as EditProps<object, unknown>
  return <ChoiceBox props={props} multiple={several} filterable={searched} clearable={false} />
}

const nothing = () => undefined
