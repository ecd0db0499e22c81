import { Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Menu/style/css.js'
import { filledText } from '@runtime/document/filled-text'
import type { Scope } from '@runtime/expression'
import type { ReactElement } from 'react'
import { useHost } from '../host'
import { Icon } from '../icon'
import type { ShownButton } from './act-button'
import './button-menu.css'
import { DroppedMenu, type OpenerProps } from './dropped'

export interface MenuButton<B extends ShownButton = ShownButton> {
  readonly key: string
  readonly button: B
}

/** Buttons of a document behind one that opens them. */
export function ButtonMenu<B extends ShownButton>({
  buttons,
  scope,
  onPress,
  opener,
}: {
  readonly buttons: readonly MenuButton<B>[]
  readonly scope: Scope
  readonly onPress: (button: B) => void
  /** The button that opens the menu. */
  readonly opener: (props: OpenerProps) => ReactElement
}) {
  const host = useHost()
  const press = (pressed: string) => {
    const found = buttons.find(({ key }) => key === pressed)
    if (found) onPress(found.button)
  }
  return (
    <DroppedMenu
      menuClassName="loam-button-menu"
      onSelect={press}
      opener={opener}
      items={buttons.map(({ key, button }) => {
        const disabled = button.disabled?.holds(scope) ?? false
        const reason = disabled && button.reason ? filledText(host, button.reason, scope) : undefined
        return (
          <Menu.Item key={key} disabled={disabled} className={button.danger ? 'loam-button-menu-danger' : ''}>
            <span title={reason}>
              {button.icon && <Icon name={button.icon} />} {filledText(host, button.text, scope)}
            </span>
          </Menu.Item>
        )
      })}
    />
  )
}
