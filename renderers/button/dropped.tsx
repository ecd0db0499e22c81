import { Dropdown, type DropdownProps, Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import '@arco-design/web-react/es/Menu/style/css.js'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react'

interface MenuProps {
  /** Items of a `Menu`, in groups at most. */
  readonly items: ReactNode
  readonly menuClassName?: string
  readonly selected?: readonly string[]
  /** Opened by the pointer standing on it too. */
  readonly byHover?: boolean
  readonly position?: NonNullable<DropdownProps['position']>
  readonly onSelect: (key: string) => void
}

/** What a button has to take over to open a menu. */
export interface OpenerProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  onClickCapture(event: MouseEvent): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * A button with a menu below it. Opened by the keyboard (Enter, Space, an arrow) the keyboard is in the menu, moves in it by
 * arrows, Home and End, and is back at the button after Escape or a choice.
 */
export function DroppedMenu(props: MenuProps & { readonly opener: (props: OpenerProps) => ReactElement }) {
  const { items, menuClassName = '', selected = [], byHover = false, position = 'br' } = props
  const { onSelect, opener } = props
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const byKeyboard = useRef(false)
  useEffect(() => {
    if (open && byKeyboard.current) return focusWhenShown(menu)
    if (!open) byKeyboard.current = false
    return undefined
  }, [open])
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <Dropdown
      trigger={byHover ? ['click', 'hover'] : 'click'}
      position={position}
      popupVisible={open}
      onVisibleChange={setOpen}
      droplist={
        <Menu
          ref={menu}
          className={menuClassName}
          mode="pop"
          selectedKeys={[...selected]}
          onClickMenuItem={(key) => {
            // What the choice opens gives the keyboard back to where it was.
            if (byKeyboard.current) trigger.current?.focus()
            onSelect(key)
          }}
          onKeyDown={(event) => move(event, close)}
        >
          {items}
        </Menu>
      }
    >
      {opener({
        ref: trigger,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        // A click that no pointer made is the keyboard's.
        onClickCapture({ detail }) {
          byKeyboard.current = detail === 0
        },
        onKeyDown(event) {
          if (event.key === 'Escape' && open) setOpen(false)
          else if (event.key === 'ArrowDown' && open) itemsIn(menu.current)[0]?.focus()
          else if (event.key === 'ArrowDown') {
            byKeyboard.current = true
            setOpen(true)
          } else return
          event.preventDefault()
          event.stopPropagation()
        },
      })}
    </Dropdown>
  )
}

type DroppedProps = MenuProps & Omit<ComponentProps<'button'>, 'onSelect' | 'ref'>

/** A plain button with a menu below it. */
export function Dropped(props: DroppedProps) {
  const { items, menuClassName = '', selected, byHover, position, onSelect, ...button } = props
  const shown = { selected, byHover, position }
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
  return (
    <DroppedMenu
      {...given}
      {...{ items, onSelect }}
      menuClassName={`loam-dropped ${menuClassName}`}
      opener={(opening) => <button type="button" {...button} {...opening} />}
    />
  )
}

/** Frames for which a menu may take to stand where it is shown; before that it takes no focus. */
const MOST_FRAMES = 60

function focusWhenShown(menu: { readonly current: HTMLElement | null }): () => void {
  let frame = 0
  let tries = 0
  const step = () => {
    const [first] = itemsIn(menu.current)
    first?.focus()
    if (first && document.activeElement === first) return
    tries += 1
    if (tries < MOST_FRAMES) frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}

function itemsIn(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([tabindex="-1"])') ?? [])]
}

function move(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = itemsIn(event.currentTarget)
  const now = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (to !== undefined) items.at(to % items.length)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') close()
  else if (event.key === ' ') items[now]?.click()
  else return
  event.preventDefault()
  event.stopPropagation()
}
