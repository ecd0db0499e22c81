import { Button } from '@arco-design/web-react'
import { IconMore } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import { filledText } from '@runtime/document/filled-text'
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
  /** `key id` of what is running: it shows so and takes no second press. */
  readonly busy: ReadonlySet<string>
  /** Pixels of its column, where it stands in one. */
  readonly room?: number
}

export function RowButtons({ buttons, row, onButton, onNear, busy, room = Infinity }: RowButtonsProps) {
  const host = useHost()
  const scope = useListScope()
  const names = rowScope(row, scope)
  const shown = shownButtons(buttons, names)
  const isAll =
    shown.length <= IN_ROW &&
    actionsWidth(shown.map(({ text }) => ({ text: filledText(host, text, names), isAlways: true }))) <= room
  const direct = isAll ? shown : shown.slice(0, IN_ROW - 1)
  return (
    <span className="loam-list-row-buttons">
      {direct.map((button) => (
        <ActButton
          key={button.key}
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
      buttons={buttons.map((button) => ({ key: button.key, button }))}
      scope={scope}
      onPress={onButton}
      opener={(opening) => (
        <Button
          type="text"
          size="mini"
          icon={<IconMore />}
          aria-label={host.text('@view.more')}
          {...opening}
        />
      )}
    />
  )
}

export function busyKey(button: ButtonPlan, row?: Row): string {
  return row ? `${button.key} ${String(row['id'] ?? '')}` : button.key
}

/** What a button of a row says, and whether every row has it. */
export interface RowLabel {
  readonly text: string
  readonly isAlways: boolean
}

/** Pixels of the three dots. */
const MORE = 28
/** Pixels around what stands in the cell. */
const AROUND = 24

/**
 * Pixels that the buttons of a row need, whichever of them it has: 12 px a Chinese character, 7 a Latin one, padding around.
 * Where a row can have more than stand in it, the two that come first: whatever stands before them is not on every row.
 */
export function actionsWidth(labels: readonly RowLabel[]): number {
  if (labels.length === 0) return 0
  const widths = labels.map(({ text }) => 16 + widthOf(text))
  const all = widths.reduce((sum, width) => sum + width, 0)
  return Math.max(80, AROUND + (labels.length > IN_ROW ? widestPair(labels, widths) + MORE : all))
}

function widestPair(labels: readonly RowLabel[], widths: readonly number[]): number {
  let most = 0
  for (const [first, { isAlways }] of labels.entries()) {
    for (let second = first + 1; second < labels.length; second += 1) {
      most = Math.max(most, (widths[first] ?? 0) + (widths[second] ?? 0))
      if (labels[second]?.isAlways) break
    }
    if (isAlways) break
  }
  return most
}

function widthOf(label: string): number {
  return [...label].reduce((sum, letter) => sum + (letter.charCodeAt(0) > 0x2e80 ? 12 : 7), 0)
}
