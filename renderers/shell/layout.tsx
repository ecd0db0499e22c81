import { Drawer } from '@arco-design/web-react'
import '@arco-design/web-react/es/Drawer/style/css.js'
import { IconMenuFold, IconMenuUnfold } from '@arco-design/web-react/icon'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { trailTo } from './menu'
import type { SignedIn } from './session'
import { SideMenu } from './side-menu'
import { TopTools } from './top-tools'
import { useNarrow } from './use-narrow'
import { useSay } from './use-say'

/** Side menu, top bar and the place of the page: the classic layout (`spec/shell-and-monitoring.md §2.3`). */
export function Layout({
  signedIn,
  children,
}: {
  readonly signedIn: SignedIn
  readonly children: ReactNode
}) {
  const say = useSay()
  const narrow = useNarrow()
  const { pathname } = useLocation()
  const [folded, setFolded] = useState(false)
  const [drawer, setDrawer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the menu closes on every change of route.
  useEffect(() => {
    setDrawer(false)
    window.scrollTo(0, 0)
  }, [pathname])
  const opened = narrow ? drawer : !folded
  const menu = <SideMenu menu={signedIn.menu} folded={!narrow && folded} />
  return (
    <div className="loam-workspace" data-folded={folded}>
      <a className="loam-skip" href="#loam-content">
        {say('@shell.skipToContent')}
      </a>
      {!narrow && (
        <aside className="loam-sider">
          <Brand short={folded} />
          {menu}
        </aside>
      )}
      <header className="loam-topbar">
        <button
          type="button"
          className="loam-icon-button"
          aria-expanded={opened}
          aria-label={say('@shell.toggleMenu')}
          onClick={() => (narrow ? setDrawer(!drawer) : setFolded(!folded))}
        >
          {opened ? <IconMenuFold /> : <IconMenuUnfold />}
        </button>
        <Trail signedIn={signedIn} pathname={pathname} />
        <TopTools signedIn={signedIn} />
      </header>
      <main id="loam-content" className="loam-content" tabIndex={-1}>
        {children}
      </main>
      {narrow && (
        <Drawer
          visible={drawer}
          placement="left"
          width={280}
          title={<Brand short={false} />}
          footer={null}
          className="loam-menu-drawer"
          onCancel={() => setDrawer(false)}
        >
          {menu}
        </Drawer>
      )}
    </div>
  )
}

function Brand({ short }: { readonly short: boolean }) {
  const say = useSay()
  return (
    <Link to="/home" className="loam-brand" aria-label={say('@shell.productName')}>
      <img src="/loam.svg" alt="" width="28" height="28" />
      {!short && <span>{say('@shell.productShort')}</span>}
    </Link>
  )
}

/** Where we are, in the menu's words. */
function Trail({ signedIn, pathname }: { readonly signedIn: SignedIn; readonly pathname: string }) {
  const say = useSay()
  const trail = trailTo(signedIn.menu, pathname).map((entry) => entry.fullName)
  const names = trail.length > 0 ? trail : pathname === '/home' ? [say('@shell.home')] : []
  return (
    <ol className="loam-trail" aria-label={say('@shell.trail')}>
      {names.map((name, index) => (
        <li key={name} aria-current={index === names.length - 1 ? 'page' : undefined}>
          {name}
        </li>
      ))}
    </ol>
  )
}
