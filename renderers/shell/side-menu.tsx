import { Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Menu/style/css.js'
import { repairMenu, useAriaRepair } from '@renderers/aria-repair'
import { Icon } from '@renderers/icon'
import { useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { destinationOf, destinations, trailTo } from './menu'
import type { MenuEntry } from './session'
import { useSay } from './use-say'

/** The person's menu; directories open, entries lead to their screen. */
export function SideMenu({
  menu,
  folded,
}: {
  readonly menu: readonly MenuEntry[]
  readonly folded: boolean
}) {
  const say = useSay()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const place = useRef<HTMLElement>(null)
  useAriaRepair(place, repairMenu)
  const trail = trailTo(menu, pathname)
  const places = useMemo(() => new Map(destinations(menu).map((place) => [place.entry.id, place])), [menu])
  const go = (id: string) => {
    const target = places.get(id)
    if (id === 'home') void navigate('/home')
    else if (target?.kind === 'link') window.open(target.url, '_blank', 'noopener')
    else if (target) void navigate(target.path)
  }
  const hasHome = destinations(menu).some((place) => place.kind !== 'link' && place.path === '/home')
  return (
    <nav ref={place} aria-label={say('@shell.menu')}>
      <Menu
        className="loam-menu"
        collapse={folded}
        accordion={false}
        autoOpen={false}
        selectedKeys={[trail.at(-1)?.id ?? (pathname === '/home' ? 'home' : '')]}
        defaultOpenKeys={menu.map((entry) => entry.id)}
        onClickMenuItem={go}
      >
        {!hasHome && (
          <Menu.Item key="home">
            <Icon name="Home" />
            {say('@shell.home')}
          </Menu.Item>
        )}
        {menu.map(entryItem)}
      </Menu>
    </nav>
  )
}

function entryItem(entry: MenuEntry) {
  const icon = entry.icon ? <Icon name={entry.icon} /> : null
  if (entry.children?.length && !destinationOf(entry)) {
    return (
      <Menu.SubMenu
        key={entry.id}
        title={
          <>
            {icon}
            {entry.fullName}
          </>
        }
      >
        {entry.children.map(entryItem)}
      </Menu.SubMenu>
    )
  }
  return (
    <Menu.Item key={entry.id}>
      {icon}
      {entry.fullName}
    </Menu.Item>
  )
}
