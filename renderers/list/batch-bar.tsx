import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import { ON_SELECTION } from '@runtime/list/on-selection'
import type { ButtonPlan } from '@runtime/list/plan'
import { PHONE, useMedia } from '@widgets/shared/dialog/use-media'
import { type KeyboardEvent, useRef } from 'react'
import { ActButton } from '../button'
import { useHost } from '../host'
import { shownButtons } from './row-buttons'
import { useListScope } from './scope'
import './batch-bar.css'

/** Whether a button acts on ticked rows. */
export function needsRows({ value, needsRows }: ButtonPlan): boolean {
  return needsRows === true || ON_SELECTION.has(value)
}

export interface BatchBarProps {
  /** Buttons of the toolbar; those that act on ticked rows stand here. */
  readonly buttons: readonly ButtonPlan[]
  readonly selected: number
  readonly busy: ReadonlySet<string>
  readonly onButton: (button: ButtonPlan) => void
  readonly onNear: ((button: ButtonPlan) => void) | undefined
  readonly onClear: () => void
}

/** What is ticked and what can be done with it: below the rows, so that none moves from under the pointer, and always in view. */
export function BatchBar({ buttons, selected, busy, onButton, onNear, onClear }: BatchBarProps) {
  const host = useHost()
  const scope = useListScope()
  const bar = useRef<HTMLDivElement>(null)
  const onPhone = useMedia(PHONE)
  if (selected === 0) return null
  const clear = () => {
    // The bar goes: who came by keys goes on at the ticks.
    const ticks = bar.current
      ?.closest('.loam-list-main')
      ?.querySelector<HTMLElement>('input[type="checkbox"]')
    onClear()
    ticks?.focus()
  }
  const letGo = host.text('@view.clearSelected')
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    clear()
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      className="loam-list-batch"
      aria-label={host.text('@view.batch')}
      onKeyDown={leave}
    >
      <span role="status" className="loam-list-batch-count">
        {host.text('@view.selected', { count: selected })}
      </span>
      <div className="loam-list-batch-buttons">
        {shownButtons(buttons.filter(needsRows), scope).map((button) => (
          <ActButton
            key={button.key}
            button={button}
            scope={scope}
            running={busy.has(button.key)}
            onPress={() => onButton(button)}
            onNear={onNear && (() => onNear(button))}
          />
        ))}
      </div>
      <Button type="text" icon={<IconClose />} aria-label={onPhone ? letGo : undefined} onClick={clear}>
        {onPhone ? null : letGo}
      </Button>
    </div>
  )
}
