import { Menu } from '@arco-design/web-react'
import { Icon } from '@renderers/icon'
// The file itself: the folder's index would bring the pages into this chunk.
import { prefetchDocument } from '@renderers/page/documents'
import type { Host } from '@runtime/host'
import type { MenuEntry } from '@runtime/menu/destination'
import { destinationOf, destinations } from '@runtime/menu/destination'
import { type HTMLAttributes, type ReactNode, useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { followLink } from '../routes'
import { HOME } from './titles'

/** Key of the entry that leads home where the menu has none. */
export const HOME_KEY = 'home'

/** Goes where an entry of the menu leads, by its id. */
export function useGo(menu: readonly MenuEntry[]): (id: string) => void {
  const navigate = useNavigate()
  const targets = useMemo(
    () => new Map(destinations(menu).map((target) => [target.entry.id, target])),
    [menu],
  )
  return useCallback(
    (id) => {
      const target = targets.get(id)
      if (id === HOME_KEY) void navigate(HOME)
      else if (target?.kind === 'link') followLink(target)
      else if (target) void navigate(target.path)
    },
    [navigate, targets],
  )
}

/** Entries as items of a `Menu`; directories open. */
export function menuItems(entries: readonly MenuEntry[], host: Host) {
  return entries.map((entry) => {
    const inside = insideOf(entry)
    return entry.children?.length && !destinationOf(entry) ? (
      <Menu.SubMenu key={entry.id} title={inside}>
        {menuItems(entry.children, host)}
      </Menu.SubMenu>
    ) : (
      <Menu.Item key={entry.id}>{inside}</Menu.Item>
    )
  })
}

/** The same with all that is below a directory under its name: one list, that arrows walk through. */
export function groupedItems(entries: readonly MenuEntry[], host: Host): readonly ReactNode[] {
  return entries.map((entry) =>
    entry.children?.length && !destinationOf(entry) ? (
      <Menu.ItemGroup key={entry.id} title={entry.fullName}>
        {groupedItems(entry.children, host)}
      </Menu.ItemGroup>
    ) : (
      <Menu.Item key={entry.id} {...fetchingOf(entry, host)}>
        {insideOf(entry)}
      </Menu.Item>
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

/** A page that the pointer has come near will probably be opened. */
function fetchingOf(entry: MenuEntry, host: Host): Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter'> {
  const target = destinationOf(entry)
  return target?.kind === 'page' ? { onPointerEnter: () => prefetchDocument(host, target.file) } : {}
}
