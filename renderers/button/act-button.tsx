import { Button, Tooltip } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { filledText } from '@runtime/document/filled-text'
import type { ButtonPlan } from '@runtime/document/parts/button'
import type { Scope } from '@runtime/expression'
import { useHost } from '../host'
import { Icon } from '../icon'

/** What is drawn of a button of a document, wherever it stands. */
export type ShownButton = Pick<ButtonPlan, 'text' | 'icon' | 'danger' | 'disabled' | 'reason'>

export interface ActButtonProps {
  readonly button: ShownButton
  /** Names that its texts and conditions see. */
  readonly scope: Scope
  readonly running: boolean
  readonly onPress: () => void
  /** The pointer has come near: what a press will need may be fetched. */
  readonly onNear?: (() => void) | undefined
  readonly kind?: 'primary' | 'secondary' | 'text'
  /** Default: what the person has set. */
  readonly size?: 'mini'
  /** Why it cannot be pressed whatever its own condition says. */
  readonly blocked?: string
  /** Keys that press it, as `aria-keyshortcuts` says them. */
  readonly keys?: string
}

/** A button of a document: busy while its action runs, and disabled with its reason. */
export function ActButton(props: ActButtonProps) {
  const { button, scope, running, onPress, kind = 'secondary', size, blocked } = props
  const host = useHost()
  const disabled = blocked !== undefined || (button.disabled?.holds(scope) ?? false)
  const reason = blocked ?? (disabled && button.reason ? filledText(host, button.reason, scope) : undefined)
  const drawn = (
    <Button
      type={kind}
      {...(size && { size })}
      {...(button.danger && { status: 'danger' as const })}
      {...(button.icon && { icon: <Icon name={button.icon} /> })}
      disabled={disabled}
      loading={running}
      onClick={onPress}
      {...(props.keys && { 'aria-keyshortcuts': props.keys })}
      {...(props.onNear && { onPointerEnter: props.onNear })}
    >
      {filledText(host, button.text, scope)}
    </Button>
  )
  // A disabled button hears no pointer: what tells why stands around it.
  return reason ? (
    <Tooltip content={reason}>
      <span>{drawn}</span>
    </Tooltip>
  ) : (
    drawn
  )
}
