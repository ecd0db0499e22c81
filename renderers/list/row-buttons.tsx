import { Button, Dropdown, Menu } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import '@arco-design/web-react/es/Menu/style/css.js'
import { compileExpression, type Expression, hostScope, scopeOf } from '@runtime/expression'
import type { Host } from '@runtime/host'
import type { ButtonPlan } from '@runtime/list/plan'
import { useHost } from '../host'
import type { Row } from './source'

/** Buttons that stand in the row itself; the others are behind "more". */
const IN_ROW = 3

const parsed = new Map<string, Expression | null>()

/** A button's condition over a row (a toolbar's has none), the person and the time. */
export function judge(source: string | undefined, row: Row, otherwise: boolean, host: Host): boolean {
  if (source === undefined) return otherwise
  if (!parsed.has(source)) parsed.set(source, compiled(source))
  const scope = scopeOf({ ...row, row }, hostScope(host))
  return Boolean(parsed.get(source)?.evaluate(scope) ?? otherwise)
}

/** The check of documents points at a broken expression; on the screen the button stays as if it had none. */
function compiled(source: string): Expression | null {
  try {
    return compileExpression(source)
  } catch {
    return null
  }
}

/** The buttons of a row that are to be seen, with their state. */
export function buttonsFor(
  buttons: readonly ButtonPlan[],
  row: Row,
  host: Host,
): readonly { readonly button: ButtonPlan; readonly disabled: boolean }[] {
  return buttons
    .filter(({ visible }) => judge(visible, row, true, host))
    .map((button) => ({ button, disabled: judge(button.disabled, row, false, host) }))
}

export interface RowButtonsProps {
  readonly buttons: readonly ButtonPlan[]
  readonly row: Row
  readonly onButton: (button: ButtonPlan, row: Row) => void
  /** `value id` of what is running: it shows so and takes no second press. */
  readonly busy: ReadonlySet<string>
}

export function RowButtons({ buttons, row, onButton, busy }: RowButtonsProps) {
  const host = useHost()
  const shown = buttonsFor(buttons, row, host)
  const direct = shown.length > IN_ROW ? shown.slice(0, IN_ROW - 1) : shown
  return (
    <span className="loam-list-row-buttons">
      {direct.map(({ button, disabled }) => (
        <Button
          key={button.value}
          type="text"
          size="mini"
          {...(button.danger ? { status: 'danger' as const } : {})}
          disabled={disabled}
          loading={busy.has(busyKey(button, row))}
          onClick={() => onButton(button, row)}
        >
          {host.text(button.label)}
        </Button>
      ))}
      {shown.length > direct.length && (
        <MoreButtons buttons={shown.slice(direct.length)} row={row} onButton={onButton} />
      )}
    </span>
  )
}

/** A menu of buttons behind three dots. */
export function MoreButtons({
  buttons,
  row,
  onButton,
}: {
  readonly buttons: ReturnType<typeof buttonsFor>
  readonly row: Row
  readonly onButton: (button: ButtonPlan, row: Row) => void
}) {
  const host = useHost()
  return (
    <Dropdown
      trigger="click"
      position="br"
      droplist={
        <Menu
          onClickMenuItem={(key) => {
            const chosen = buttons.find(({ button }) => button.value === key)
            if (chosen) onButton(chosen.button, row)
          }}
        >
          {buttons.map(({ button, disabled }) => (
            <Menu.Item
              key={button.value}
              disabled={disabled}
              className={button.danger ? 'loam-list-menu-danger' : ''}
            >
              {host.text(button.label)}
            </Menu.Item>
          ))}
        </Menu>
      }
    >
      <Button type="text" size="mini" icon={<IconMore />} aria-label={host.text('@view.more')} />
    </Dropdown>
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
