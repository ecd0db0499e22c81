import { Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Menu/style/css.js'
import { repairMenu, useAriaRepair } from '@renderers/aria-repair'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import type { MenuEntry } from '@runtime/menu/destination'
import { destinations, trailTo } from '@runtime/menu/destination'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { HOME_KEY, menuItems, useGo } from './menu-items'
import { HOME } from './titles'

/** The person's menu; directories open, entries lead to their screen. */
export function SideMenu({
  menu,
  folded,
  home = true,
}: {
  readonly menu: readonly MenuEntry[]
  /** Icons alone; what is below an entry opens beside it. */
  readonly folded: boolean
  /** Begins with an entry that leads home, unless the menu has one. */
  readonly home?: boolean
}) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const host = useHost()
  const place = useRef<HTMLElement>(null)
  useAriaRepair(place, repairMenu)
  const go = useGo(menu)
  const trail = trailTo(menu, pathname)
  const opening = useOpening(menu, pathname)
  useFollowed(place, pathname)
  const hasHome = destinations(menu).some((entry) => entry.kind !== 'link' && entry.path === HOME)
  return (
    <nav ref={place} aria-label={translate(home ? '@shell.menu' : '@shell.sideMenu')}>
      <Menu
        className="loam-menu"
        collapse={folded}
        accordion={false}
        autoOpen={false}
        selectedKeys={[trail.at(-1)?.id ?? (pathname === HOME ? HOME_KEY : '')]}
        {...(folded ? {} : opening)}
        onClickMenuItem={go}
      >
        {home && !hasHome && (
          <Menu.Item key={HOME_KEY}>
            <Icon name="Home" />
            {translate('@shell.home')}
          </Menu.Item>
        )}
        {menuItems(menu, host)}
      </Menu>
    </nav>
  )
}

/** Which directories are open: all of the first level at first, and always those above where one is led. */
function useOpening(menu: readonly MenuEntry[], pathname: string) {
  const [openKeys, setOpenKeys] = useState(() => menu.map(({ id }) => id))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a menu that is read anew opens nothing that was closed.
  useEffect(() => {
    const above = trailTo(menu, pathname).slice(0, -1)
    setOpenKeys((open) => [...new Set([...open, ...above.map(({ id }) => id)])])
  }, [pathname])
  return { openKeys, onClickSubMenu: (_key: string, keys: string[]) => setOpenKeys(keys) }
}

/** Milliseconds in which directories have opened. */
const OPENING = 500

/** Brings the entry of the screen into view, whatever led there; where its directory opens first, when it has. */
function useFollowed(place: { readonly current: HTMLElement | null }, pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a screen; who scrolls or opens afterwards is left alone.
  useEffect(() => {
    const shown = place.current
    const follow = () =>
      shown?.querySelector('.arco-menu-item.arco-menu-selected')?.scrollIntoView({ block: 'nearest' })
    const left = new AbortController()
    const since = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      follow()
      if (now - since < OPENING && !left.signal.aborted) frame = requestAnimationFrame(step)
    })
    for (const act of ['pointerdown', 'wheel', 'touchmove', 'keydown'])
      shown?.addEventListener(act, () => left.abort(), { signal: left.signal, passive: true })
    return () => {
      cancelAnimationFrame(frame)
      left.abort()
    }
  }, [pathname])
}
