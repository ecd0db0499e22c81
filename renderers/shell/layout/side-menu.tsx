import { Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Menu/style/css.js'
import { repairMenu, useAriaRepair } from '@renderers/aria-repair'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import { useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { destinations, trailTo } from '../menu'
import type { MenuEntry } from '../sign-in/session'
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
  const hasHome = destinations(menu).some((entry) => entry.kind !== 'link' && entry.path === HOME)
  return (
    <nav ref={place} aria-label={translate(home ? '@shell.menu' : '@shell.sideMenu')}>
      <Menu
        className="loam-menu"
        collapse={folded}
        accordion={false}
        autoOpen={false}
        selectedKeys={[trail.at(-1)?.id ?? (pathname === HOME ? HOME_KEY : '')]}
        defaultOpenKeys={menu.map((entry) => entry.id)}
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
