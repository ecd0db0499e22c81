import { IconClose, IconLeft, IconRight } from '@arco-design/web-react/icon'
import { Icon } from '@renderers/icon'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { placeNames } from '../place-names'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { ContextMenu } from './context-menu'
import { settings } from './settings'
import { type Tab, tabOfAddress } from './tabs'
import './tag-tabs.css'
import { type TabActs, titleOf, useOpenTabs, useTabActs } from './use-tabs'

const MIDDLE_BUTTON = 1
/** Part of the strip's width that a press of the scroll buttons moves. */
const STRIDE = 0.8

interface OpenMenu {
  readonly tab: Tab
  readonly x: number
  readonly y: number
}

/** The visited views (`spec/shell-and-monitoring.md §2.3`). */
export function TagTabs({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const tabs = useOpenTabs()
  const { visited } = tabs
  const here = tabOfAddress(tabs, pathname)
  const named = useSnapshot(placeNames)[pathname]
  const acts = useTabActs()
  const strip = useRef<HTMLUListElement>(null)
  const overflow = useOverflow(strip, visited.length)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const forget = useCallback(() => setMenu(null), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab is brought into sight when it changes.
  useEffect(() => {
    // The whole tab, with the button that closes it.
    const current = strip.current?.querySelector('[aria-current]')
    current?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname, visited.length, overflow])
  const scroll = (direction: -1 | 1) => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollBy({ left: direction * width * STRIDE, behavior: 'smooth' })
  }
  return (
    <nav className="loam-tabs" aria-label={translate('@shell.tabs')}>
      {overflow && (
        <button
          type="button"
          className="loam-tabs-scroll"
          aria-label={translate('@shell.previousTabs')}
          onClick={() => scroll(-1)}
        >
          <IconLeft />
        </button>
      )}
      <ul ref={strip}>
        {visited.map((tab) => (
          <TagTab
            key={tab.path}
            tab={tab}
            title={tab === here && named !== undefined ? named : titleOf(tab, signedIn.menu)}
            active={tab === here}
            acts={acts}
            onOpenMenu={(x, y) => setMenu({ tab, x, y })}
          />
        ))}
      </ul>
      {overflow && (
        <button
          type="button"
          className="loam-tabs-scroll"
          aria-label={translate('@shell.nextTabs')}
          onClick={() => scroll(1)}
        >
          <IconRight />
        </button>
      )}
      {menu && (
        <ContextMenu
          at={menu}
          label={titleOf(menu.tab, signedIn.menu)}
          acts={entries(menu.tab, acts, translate)}
          onClose={forget}
        />
      )}
    </nav>
  )
}

function entries({ path, affix }: Tab, acts: TabActs, translate: ReturnType<typeof useTranslate>) {
  return [
    { key: 'refresh', text: translate('@shell.refreshTab'), run: () => acts.refresh(path) },
    { key: 'close', text: translate('@shell.closeTab'), disabled: affix, run: () => acts.close(path) },
    { key: 'others', text: translate('@shell.closeOtherTabs'), run: () => acts.closeOthers(path) },
    { key: 'all', text: translate('@shell.closeAllTabs'), run: () => acts.closeAll() },
  ]
}

function TagTab({
  tab,
  title,
  active,
  acts,
  onOpenMenu,
}: {
  readonly tab: Tab
  readonly title: string
  readonly active: boolean
  readonly acts: TabActs
  readonly onOpenMenu: (x: number, y: number) => void
}) {
  const translate = useTranslate()
  const { tagsIcon } = useSnapshot(settings)
  const { path, address, affix, icon } = tab
  const middle = (event: MouseEvent) => {
    if (event.button !== MIDDLE_BUTTON) return
    event.preventDefault()
    if (!affix) acts.close(path)
  }
  const ask = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault()
    // The keyboard's own key for it has no place of its own.
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    onOpenMenu(event.clientX || left, event.clientY || bottom)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowLeft: 'previousElementSibling', ArrowRight: 'nextElementSibling' } as const
    if (event.key === 'Delete' && !affix) acts.close(path)
    const side = next[event.key as keyof typeof next]
    const item = side && event.currentTarget[side]
    if (item) item.querySelector<HTMLElement>('a')?.focus()
  }
  return (
    <li
      data-active={active}
      onAuxClick={middle}
      onMouseDown={(event) => event.button === MIDDLE_BUTTON && event.preventDefault()}
      onContextMenu={ask}
      onKeyDown={press}
    >
      <Link to={address} aria-current={active ? 'page' : undefined} draggable={false}>
        {tagsIcon && <Icon name={icon} fallback="File" />}
        <span>{title}</span>
      </Link>
      {!affix && (
        <button
          type="button"
          aria-label={translate('@shell.closeNamed', { title })}
          onClick={() => acts.close(path)}
        >
          <IconClose />
        </button>
      )}
    </li>
  )
}

/** Whether the tabs need more room than there is. */
function useOverflow(strip: RefObject<HTMLElement | null>, count: number): boolean {
  const [overflow, setOverflow] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more tabs need more room.
  useEffect(() => {
    const element = strip.current
    if (!element) return undefined
    const measure = () => setOverflow(element.scrollWidth > element.clientWidth + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [strip, count])
  return overflow
}
