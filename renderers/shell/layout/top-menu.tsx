import { Menu } from '@arco-design/web-react'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import type { MenuEntry } from '@runtime/menu/destination'
import { destinationOf, destinations, trailTo } from '@runtime/menu/destination'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Dropped } from '../../button'
import { useTranslate } from '../use-translate'
import { groupedItems, useGo } from './menu-items'

/** Width of an entry in CSS pixels (`spec/shell-and-monitoring.md §9`). */
export const ENTRY_WIDTH = 116

/**
 * The menu along the top; what has no room is under More. In `blend` an entry leads to the first entry below it and the
 * side shows the rest, otherwise what is below drops down.
 */
export function TopMenu({
  menu,
  flat,
}: {
  readonly menu: readonly MenuEntry[]
  /** The side menu shows what is below. */
  readonly flat: boolean
}) {
  const translate = useTranslate()
  const place = useRef<HTMLElement>(null)
  const room = useRoom(place)
  const { pathname } = useLocation()
  const chosen = trailTo(menu, pathname)[0]?.id
  const all = menu.length <= room
  const shown = all ? menu : menu.slice(0, Math.max(0, room - 1))
  const rest = menu.slice(shown.length)
  return (
    <nav ref={place} className="loam-top-menu" aria-label={translate('@shell.menu')}>
      {shown.map((entry) => (
        <TopEntry key={entry.id} entry={entry} chosen={entry.id === chosen} flat={flat} menu={menu} />
      ))}
      {rest.length > 0 && (
        <Below entries={rest} menu={menu} withAll data-chosen={rest.some(({ id }) => id === chosen)}>
          <Icon name="More" />
          <span>{translate('@shell.more')}</span>
        </Below>
      )}
    </nav>
  )
}

function TopEntry({
  entry,
  chosen,
  flat,
  menu,
}: {
  readonly entry: MenuEntry
  readonly chosen: boolean
  readonly flat: boolean
  readonly menu: readonly MenuEntry[]
}) {
  const go = useGo(menu)
  const leads = destinationOf(entry) ?? (flat ? destinations([entry])[0] : undefined)
  const inside = (
    <>
      {entry.icon && <Icon name={entry.icon} />}
      <span>{entry.fullName}</span>
    </>
  )
  if (!leads)
    return (
      <Below entries={entry.children ?? []} menu={menu} title={entry.fullName} data-chosen={chosen}>
        {inside}
      </Below>
    )
  return (
    <button
      type="button"
      title={entry.fullName}
      data-chosen={chosen}
      aria-current={chosen ? 'page' : undefined}
      onClick={() => go(leads.entry.id)}
    >
      {inside}
    </button>
  )
}

/** Key of the item that leads to the whole menu on one page. */
const ALL = '/menuMore'

function Below({
  entries,
  menu,
  withAll = false,
  ...button
}: {
  readonly entries: readonly MenuEntry[]
  readonly menu: readonly MenuEntry[]
  /** Ends with the way to the whole menu (`spec/shell-and-monitoring.md §2.3`). */
  readonly withAll?: boolean
  readonly title?: string
  readonly 'data-chosen': boolean
  readonly children: ReactNode
}) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const host = useHost()
  const go = useGo(menu)
  return (
    <Dropped
      {...button}
      byHover
      position="bl"
      menuClassName="loam-top-menu-below"
      selected={trailTo(menu, pathname).map(({ id }) => id)}
      onSelect={(key) => (key === ALL ? void navigate(ALL) : go(key))}
      items={[
        ...groupedItems(entries, host),
        withAll && (
          <Menu.Item key={ALL}>
            <Icon name="Apps" />
            {translate('@shell.wholeMenu')}
          </Menu.Item>
        ),
      ]}
    />
  )
}

/** How many entries fit. */
function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const measure = () => setRoom(Math.floor(element.clientWidth / ENTRY_WIDTH))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return room
}
