import { Menu } from '@arco-design/web-react'
import { Icon } from '@renderers/icon'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { destinationOf, destinations } from '../menu'
import { followLink } from '../places'
import type { MenuEntry } from '../sign-in/session'
import { HOME } from './titles'

/** Key of the entry that leads home where the menu has none. */
export const HOME_KEY = 'home'

/** Goes where an entry of the menu leads, by its id. */
export function useGo(menu: readonly MenuEntry[]): (id: string) => void {
  const navigate = useNavigate()
  const places = useMemo(() => new Map(destinations(menu).map((place) => [place.entry.id, place])), [menu])
  return useCallback(
    (id) => {
      const target = places.get(id)
      if (id === HOME_KEY) void navigate(HOME)
      else if (target?.kind === 'link') followLink(target)
      else if (target) void navigate(target.path)
    },
    [navigate, places],
  )
}

/** Entries as items of a `Menu`; directories open. */
export function menuItems(entries: readonly MenuEntry[]) {
  return entries.map((entry) => {
    const inside = insideOf(entry)
    return entry.children?.length && !destinationOf(entry) ? (
      <Menu.SubMenu key={entry.id} title={inside}>
        {menuItems(entry.children)}
      </Menu.SubMenu>
    ) : (
      <Menu.Item key={entry.id}>{inside}</Menu.Item>
    )
  })
}

/** The same with all that is below a directory under its name: one list, that arrows walk through. */
export function groupedItems(entries: readonly MenuEntry[]): readonly ReactNode[] {
  return entries.map((entry) =>
    entry.children?.length && !destinationOf(entry) ? (
      <Menu.ItemGroup key={entry.id} title={entry.fullName}>
        {groupedItems(entry.children)}
      </Menu.ItemGroup>
    ) : (
      <Menu.Item key={entry.id}>{insideOf(entry)}</Menu.Item>
    ),
  )
}

function insideOf(entry: MenuEntry): ReactNode {
  return (
    <>
      {entry.icon ? <Icon name={entry.icon} /> : null}
      {entry.fullName}
    </>
  )
}
