import { IconMenuFold, IconMenuUnfold } from '@arco-design/web-react/icon'
import { Icon } from '@renderers/icon'
import type { MenuEntry } from '@runtime/menu/destination'
import { trailTo } from '@runtime/menu/destination'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { brandOf, Logo, systemName } from '../brand'
import { leaveFirstFrame } from '../first-frame'
import { placeNames } from '../place-names'
import type { SignedIn } from '../sign-in/session'
import { theme } from '../theme'
import { useNarrow } from '../use-narrow'
import { useTranslate } from '../use-translate'
import { FavouriteStar } from './favourite-star'
import { openSearch, overlays } from './overlays'
import { PhoneBar } from './phone-bar'
import { ProjectPicker } from './project-picker'
import { type LayoutType, settings } from './settings'
import { SideMenu } from './side-menu'
import { TagTabs } from './tag-tabs'
import { HOME, routeTitle } from './titles'
import { TopMenu } from './top-menu'
import { TopTools } from './top-tools'
import { useShortcuts } from './use-shortcuts'
import { useVisits } from './use-tabs'

const MenuDrawer = lazy(async () => (await import('./menu-drawer')).MenuDrawer)
const MenuSearch = lazy(async () => (await import('./menu-search')).MenuSearch)
const ShortcutSheet = lazy(async () => (await import('./shortcut-sheet')).ShortcutSheet)

/** The frame around the screens, in one of four layouts (`spec/shell-and-monitoring.md §2.3`). */
export function Layout({
  signedIn,
  children,
}: {
  readonly signedIn: SignedIn
  readonly children: ReactNode
}) {
  const translate = useTranslate()
  const narrow = useNarrow()
  const { layoutType, sidebar, sidebarLogo, tagsView } = useSnapshot(settings)
  const { slide, dark } = useSnapshot(theme)
  useEffect(() => {
    settings.device = narrow ? 'mobile' : 'desktop'
  }, [narrow])
  useEffect(leaveFirstFrame, [])
  useVisits(signedIn)
  useShortcuts()
  const layout = narrow ? 'phone' : layoutType
  const side = useSide(layout, signedIn.menu)
  const folded = layout === 'plain' || !sidebar
  return (
    <div
      className="loam-workspace"
      data-layout={layout}
      data-side={side === null ? 'none' : folded ? 'folded' : 'open'}
      data-slide={dark ? undefined : slide}
    >
      <a className="loam-skip" href="#loam-content">
        {translate('@shell.skipToContent')}
      </a>
      {side && (
        <aside className="loam-sider" aria-label={translate('@shell.sideMenu')}>
          {layout !== 'blend' && sidebarLogo && <Brand signedIn={signedIn} short={folded} />}
          <SideMenu key={side.key} menu={side.entries} folded={folded} home={layout !== 'blend'} />
        </aside>
      )}
      <TopBar signedIn={signedIn} layout={layout} foldable={side !== null && layout !== 'plain'} />
      {tagsView && !narrow && <TagTabs signedIn={signedIn} />}
      <main id="loam-content" className="loam-content" tabIndex={-1}>
        {children}
      </main>
      {narrow && <PhoneBar />}
      <Overlays signedIn={signedIn} narrow={narrow} />
    </div>
  )
}

type Shape = LayoutType | 'phone'

/** What the side menu shows; null: there is none. */
function useSide(
  layout: Shape,
  menu: readonly MenuEntry[],
): { readonly key: string; readonly entries: readonly MenuEntry[] } | null {
  const { pathname } = useLocation()
  if (layout === 'phone' || layout === 'functional') return null
  if (layout !== 'blend') return { key: 'all', entries: menu }
  const chosen = trailTo(menu, pathname)[0]
  const entries = chosen?.children ?? []
  return chosen && entries.length > 0 ? { key: chosen.id, entries } : null
}

function TopBar({
  signedIn,
  layout,
  foldable,
}: {
  readonly signedIn: SignedIn
  readonly layout: Shape
  readonly foldable: boolean
}) {
  const translate = useTranslate()
  const { sidebar, showSearch } = useSnapshot(settings)
  const isTop = layout === 'functional' || layout === 'blend'
  return (
    <header className="loam-topbar" data-menu={isTop}>
      {isTop && <Brand signedIn={signedIn} short={false} />}
      {foldable && (
        <button
          type="button"
          className="loam-icon-button"
          aria-expanded={sidebar}
          aria-label={translate('@shell.toggleMenu')}
          title={translate('@shell.toggleMenu')}
          onClick={() => {
            settings.sidebar = !sidebar
          }}
        >
          {sidebar ? <IconMenuFold /> : <IconMenuUnfold />}
        </button>
      )}
      {isTop ? (
        <TopMenu menu={signedIn.menu} flat={layout === 'blend'} />
      ) : (
        <Trail signedIn={signedIn} narrow={layout === 'phone'} />
      )}
      <ProjectPicker signedIn={signedIn} />
      {showSearch && layout !== 'phone' && <SearchButton />}
      <TopTools signedIn={signedIn} narrow={layout === 'phone'} />
    </header>
  )
}

function SearchButton() {
  const translate = useTranslate()
  return (
    <button
      type="button"
      className="loam-search-button"
      aria-label={translate('@shell.search')}
      title={translate('@shell.search')}
      aria-haspopup="dialog"
      onClick={openSearch}
    >
      <Icon name="Search" />
      <span>{translate('@shell.search')}</span>
      <kbd>/</kbd>
    </button>
  )
}

/** What stands over the screen, fetched when it is first wanted. */
function Overlays({ signedIn, narrow }: { readonly signedIn: SignedIn; readonly narrow: boolean }) {
  const { search, shortcuts, menu } = useSnapshot(overlays)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every change of route.
  useEffect(() => {
    overlays.menu = false
  }, [pathname])
  return (
    <LazyFallback shown={null}>
      {search && <MenuSearch signedIn={signedIn} />}
      {shortcuts && <ShortcutSheet />}
      {narrow && (
        <MenuDrawer
          open={menu}
          title={<Brand signedIn={signedIn} short={false} />}
          onClose={() => {
            overlays.menu = false
          }}
        >
          <SideMenu menu={signedIn.menu} folded={false} />
        </MenuDrawer>
      )}
    </LazyFallback>
  )
}

function Brand({ signedIn, short }: { readonly signedIn: SignedIn; readonly short: boolean }) {
  const translate = useTranslate()
  const own = brandOf(signedIn.system)
  const name = systemName(own, translate)
  return (
    <Link to={HOME} className="loam-brand" aria-label={name} title={name}>
      <Logo address={own.navigationIcon || own.logoIcon} size={28} />
      {!short && <span>{own.sysName || translate('@shell.productShort')}</span>}
    </Link>
  )
}

/** Where we are, in the menu's words; a phone has room for the last of them. */
function Trail({ signedIn, narrow }: { readonly signedIn: SignedIn; readonly narrow: boolean }) {
  const translate = useTranslate()
  const { pathname } = useLocation()
  const named = useSnapshot(placeNames)[pathname]
  const trail = (routeTitle(signedIn.menu, pathname)?.trail ?? []).map((name) => translate(name))
  const whole = named === undefined ? trail : [...trail, named]
  const names = narrow ? whole.slice(-1) : whole
  return (
    <div className="loam-trail-line">
      <ol className="loam-trail" aria-label={translate('@shell.trail')}>
        {names.map((name, index) => (
          <li key={name} aria-current={index === names.length - 1 ? 'page' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      {!narrow && <FavouriteStar signedIn={signedIn} />}
    </div>
  )
}
