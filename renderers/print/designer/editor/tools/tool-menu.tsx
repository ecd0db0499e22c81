import { Dropdown } from '@arco-design/web-react'
import { IconDown } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

export interface MenuItem {
  readonly name: string
  readonly isOn?: boolean
  readonly isOff?: boolean
  readonly run: () => void
}

interface ToolMenuProps {
  readonly name: string
  readonly items: readonly MenuItem[]
  readonly isOff: boolean
  /** What stands above the items; it is given the way to close the menu. */
  readonly head?: (close: () => void) => ReactNode
}

/** A tool that opens a menu, by the mouse and by keys. */
export function ToolMenu({ name, items, isOff, head }: ToolMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Dropdown
      popupVisible={isOpen}
      onVisibleChange={setOpen}
      trigger="click"
      position="bl"
      unmountOnExit
      disabled={isOff}
      droplist={<Menu name={name} items={items} onClose={close} head={head?.(() => setOpen(false))} />}
    >
      <button
        ref={button}
        type="button"
        className="loam-print-tool loam-print-tool-wide"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={isOff}
        onMouseDown={(event) => event.preventDefault()}
      >
        {name}
        <IconDown />
      </button>
    </Dropdown>
  )
}

interface MenuProps {
  readonly name: string
  readonly items: readonly MenuItem[]
  readonly head: ReactNode
  readonly onClose: () => void
}

function Menu({ name, items, head, onClose }: MenuProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => list.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus(), [])
  const press = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (step !== undefined && at >= 0) all[(at + step + all.length) % all.length]?.focus()
    else return
    event.preventDefault()
  }
  return (
    <fieldset ref={list} className="loam-print-menu" onKeyDown={press}>
      {head}
      <div role="menu" aria-label={name}>
        {items.map(({ name: item, isOn, isOff, run }) => (
          <button
            key={item}
            type="button"
            role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
            tabIndex={-1}
            disabled={isOff}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              onClose()
              run()
            }}
            {...(isOn !== undefined && { 'aria-checked': isOn })}
          >
            {item}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
