import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

export interface ContextAct {
  readonly key: string
  readonly text: string
  readonly disabled?: boolean
  run(): void
}

/** Space to the window's edge, in CSS pixels. */
const EDGE = 8

/** A menu where the pointer was; arrows move in it, Escape and pressing elsewhere close it, the keyboard returns where it was. */
export function ContextMenu({
  at,
  label,
  acts,
  onClose,
}: {
  readonly at: { readonly x: number; readonly y: number }
  readonly label: string
  readonly acts: readonly ContextAct[]
  readonly onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  useReturn()
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    const { offsetWidth, offsetHeight } = element
    element.style.left = `${Math.max(EDGE, Math.min(at.x, innerWidth - offsetWidth - EDGE))}px`
    element.style.top = `${Math.max(EDGE, Math.min(at.y, innerHeight - offsetHeight - EDGE))}px`
    itemsIn(element)[0]?.focus()
  }, [at])
  useEffect(() => {
    const press = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) onClose()
    }
    document.addEventListener('pointerdown', press, true)
    window.addEventListener('blur', onClose)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      window.removeEventListener('blur', onClose)
    }
  }, [onClose])
  return createPortal(
    <div
      ref={menu}
      className="loam-context-menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => move(event, onClose)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {acts.map(({ key, text, disabled, run }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={disabled}
          onClick={() => {
            onClose()
            run()
          }}
        >
          {text}
        </button>
      ))}
    </div>,
    document.body,
  )
}

/** The keyboard goes back where it came from, unless what was chosen has led it elsewhere. */
function useReturn(): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    return () => {
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
          before.focus()
      })
    }
  }, [])
}

function itemsIn(menu: HTMLElement): readonly HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)')]
}

function move(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  const items = itemsIn(event.currentTarget)
  const now = items.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key]
  if (to !== undefined) items.at(to % items.length)?.focus()
  else if (event.key === 'Escape' || event.key === 'Tab') onClose()
  else return
  event.preventDefault()
  event.stopPropagation()
}
