import { Dropdown, Menu } from '@arco-design/web-react'
import '@arco-design/web-react/es/Dropdown/style/css.js'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import { LANGUAGES, type Language } from '@runtime/text'
import { useSnapshot } from 'valtio'
import { client } from './client'
import { language, switchLanguage } from './language'
import { endSession, type SignedIn } from './session'
import { fetchTexts } from './texts'
import { setTheme, theme } from './theme'
import { useSay } from './use-say'

const NAMES: Readonly<Record<Language, string>> = { zh: '简体中文', zhtw: '繁體中文', en: 'English' }

/** Language, light or dark, and the person. */
export function TopTools({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
  const host = useHost()
  const { current } = useSnapshot(language)
  const { dark } = useSnapshot(theme)
  const choose = async (next: Language) => {
    await switchLanguage(next, fetchTexts)
    await client.call('currentUser.systemLanguage', { language: next }).catch(() => undefined)
  }
  const signOut = async () => {
    if (!(await host.confirm({ text: say('@shell.signOutQuestion') }))) return
    await client.call('session.logout').catch(() => undefined)
    client.token.clear()
    endSession(null)
  }
  return (
    <div className="loam-tools">
      <Dropdown
        trigger="click"
        droplist={
          <Menu selectedKeys={[current]} onClickMenuItem={(key) => void choose(key as Language)}>
            {LANGUAGES.map((name) => (
              <Menu.Item key={name}>{NAMES[name]}</Menu.Item>
            ))}
          </Menu>
        }
      >
        <button type="button" className="loam-icon-button" aria-label={say('@shell.language')}>
          <Icon name="Language" />
        </button>
      </Dropdown>
      <button
        type="button"
        className="loam-icon-button"
        aria-label={say(dark ? '@shell.light' : '@shell.dark')}
        onClick={() => setTheme({ dark: !dark })}
      >
        <Icon name={dark ? 'Sun' : 'Moon'} />
      </button>
      <Dropdown
        trigger="click"
        position="br"
        droplist={
          <Menu onClickMenuItem={() => void signOut()}>
            <Menu.Item key="signOut">
              <Icon name="Export" /> {say('@shell.signOut')}
            </Menu.Item>
          </Menu>
        }
      >
        <button
          type="button"
          className="loam-user-button"
          aria-label={signedIn.user.userName || signedIn.user.userAccount}
        >
          <span className="loam-avatar" aria-hidden="true">
            {initialOf(signedIn)}
          </span>
          <span className="loam-user-name">{signedIn.user.userName || signedIn.user.userAccount}</span>
        </button>
      </Dropdown>
    </div>
  )
}

function initialOf({ user }: SignedIn): string {
  return (user.userName || user.userAccount || '?').slice(0, 1).toUpperCase()
}
