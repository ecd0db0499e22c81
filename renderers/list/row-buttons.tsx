import { Button } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import type { Scope } from '@runtime/expression'
import type { ButtonPlan } from '@runtime/list/plan'
import { ActButton, ButtonMenu } from '../button'
import { useHost } from '../host'
import { rowScope, useListScope } from './scope'
import type { Row } from './source'

/** Buttons that stand in the row itself; the others are behind "more". */
const IN_ROW = 3

/** The buttons of a row that are to be seen. */
export function shownButtons(buttons: readonly ButtonPlan[], names: Scope): readonly ButtonPlan[] {
  return buttons.filter(({ visible }) => visible?.holds(names) ?? true)
}

export interface RowButtonsProps {
  readonly buttons: readonly ButtonPlan[]
  readonly row: Row
  readonly onButton: (button: ButtonPlan, row: Row) => void
  readonly onNear?: ((button: ButtonPlan) => void) | undefined
  /** `value id` of what is running: it shows so and takes no second press. */
  readonly busy: ReadonlySet<string>
}

export function RowButtons({ buttons, row, onButton, onNear, busy }: RowButtonsProps) {
  const scope = useListScope()
  const names = rowScope(row, scope)
  const shown = shownButtons(buttons, names)
  const direct = shown.length > IN_ROW ? shown.slice(0, IN_ROW - 1) : shown
  return (
    <span className="loam-list-row-buttons">
      {direct.map((button) => (
        <ActButton
          key={button.value}
          kind="text"
          size="mini"
          button={button}
          scope={names}
          running={busy.has(busyKey(button, row))}
          onPress={() => onButton(button, row)}
          onNear={onNear && (() => onNear(button))}
        />
      ))}
      {shown.length > direct.length && (
        <MoreButtons
          buttons={shown.slice(direct.length)}
          scope={names}
          onButton={(button) => onButton(button, row)}
        />
      )}
    </span>
  )
}

/** A menu of buttons behind three dots. */
export function MoreButtons({
  buttons,
  scope,
  onButton,
}: {
  readonly buttons: readonly ButtonPlan[]
  readonly scope: Scope
  readonly onButton: (button: ButtonPlan) => void
}) {
  const host = useHost()
  return (
    <ButtonMenu
      buttons={buttons.map((button) => ({ key: button.value, button }))}
      scope={scope}
      onPress={onButton}
    >
      <Button type="text" size="mini" icon={<IconMore />} aria-label={host.text('@view.more')} />
    </ButtonMenu>
  )
}

export function busyKey(button: ButtonPlan, row?: Row): string {
  return row ? `${button.value} ${String(row['id'] ?? '')}` : button.value
}

/** Pixels that the buttons of a row need: 14 px a Chinese character, 8 a Latin one, padding around. */
export function actionsWidth(labels: readonly string[]): number {
  if (labels.length === 0) return 0
  const direct = labels.length > IN_ROW ? labels.slice(0, IN_ROW - 1) : labels
  const texts = direct.reduce((sum, label) => sum + 16 + widthOf(label), 0)
  return Math.max(80, texts + (labels.length > IN_ROW ? 28 : 0) + 24)
}

function widthOf(label: string): number {
  return [...label].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 12 : 7), 0)
}
