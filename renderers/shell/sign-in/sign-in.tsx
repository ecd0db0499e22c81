import { LANGUAGES } from '@runtime/text'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { type ComponentType, useEffect, useId, useState } from 'react'
import { useSnapshot } from 'valtio'
import { brand, Logo, learnBrand, systemName, windowTitle } from '../brand'
import { client } from '../client'
import { leaveFirstFrame } from '../first-frame'
import { language, switchLanguage } from '../language'
import { fetchTexts } from '../texts'
import { setTheme, theme } from '../theme'
import { useTranslate } from '../use-translate'
import { AccountForm } from './account-form'
import { FieldDrawing } from './field-drawing'
import { MobileForm } from './mobile-form'
import { session } from './session'
import './sign-in.css'

const ScanForm = lazy(async () => (await import('./scan-form')).ScanForm)

interface WayProps {
  readonly notice: string
  readonly resetsPassword?: boolean
}

/** The ways in (`spec/shell-and-monitoring.md §2.3`). */
const WAYS: readonly { name: string; text: string; Form: ComponentType<WayProps> }[] = [
  { name: 'account', text: '@session.byAccount', Form: AccountForm },
  { name: 'mobile', text: '@session.byMobile', Form: MobileForm },
  { name: 'scan', text: '@session.byScan', Form: ScanForm },
]
const WITHOUT_CODE = WAYS.filter(({ name }) => name !== 'mobile')

/** The first meeting: the product's name, its field, and a form that is ready to type in. */
export function SignIn() {
  useEffect(leaveFirstFrame, [])
  const translate = useTranslate()
  const { of: own } = useSnapshot(brand)
  const name = systemName(own, translate)
  const inWindow = windowTitle(own, translate)
  useEffect(() => {
    document.title = inWindow
  }, [inWindow])
  const [entersByCode, setEntersByCode] = useState(true)
  const [resetsPassword, setResetsPassword] = useState(false)
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      client.call('session.loginConfig').then(
        ({ data }) => {
          learnBrand(data)
          setEntersByCode(data.entersByCode)
          setResetsPassword(data.resetsPassword)
        },
        () => undefined,
      )
    }
    ask()
    // Nobody tells a page that nobody is signed in to: it asks anew when it is looked at again.
    addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
  return (
    <main className="loam-sign-in">
      <Picture address={own.loginIcon} />
      <section className="loam-sign-in-side">
        <Preferences />
        <div className="loam-sign-in-box">
          <h1>
            <Logo address={own.logoIcon} size={36} />
            {name}
          </h1>
          <Ways of={entersByCode ? WAYS : WITHOUT_CODE} resetsPassword={resetsPassword} />
        </div>
        <footer>{own.copyright || translate('@shell.copyright')}</footer>
      </section>
    </main>
  )
}

/** What stands beside the form: the system's own picture, or the product's field where there is none that can be shown. */
function Picture({ address }: { readonly address: string }) {
  const translate = useTranslate()
  const [failed, setFailed] = useState('')
  return (
    <section className="loam-sign-in-picture" aria-hidden="true">
      {address !== '' && address !== failed ? (
        <img className="loam-field" src={address} alt="" onError={() => setFailed(address)} />
      ) : (
        <>
          <FieldDrawing />
          <p className="loam-sign-in-claim">{translate('@shell.claim')}</p>
        </>
      )}
    </section>
  )
}

function Ways({ of: ways, resetsPassword }: { readonly of: typeof WAYS; readonly resetsPassword: boolean }) {
  const translate = useTranslate()
  const { ended, signedIn } = useSnapshot(session)
  const [way, chooseWay] = useState('account')
  const choose = (index: number) => chooseWay(ways[index]?.name ?? 'account')
  const chosen = Math.max(
    0,
    ways.findIndex(({ name }) => name === way),
  )
  const id = useId()
  const notice = ended === null ? '' : signedIn ? `${ended} ${translate('@session.kept')}` : ended
  const Form = ways[chosen]?.Form ?? AccountForm
  const move = (by: number) => {
    const next = (chosen + by + ways.length) % ways.length
    choose(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div className="loam-sign-in-ways" role="tablist" aria-label={translate('@session.modes')}>
        {ways.map(({ name, text }, index) => (
          <button
            key={name}
            id={`${id}-${index}`}
            type="button"
            role="tab"
            aria-selected={index === chosen}
            aria-controls={`${id}-form`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
            onKeyDown={({ key }) => {
              if (key === 'ArrowRight') move(1)
              if (key === 'ArrowLeft') move(-1)
            }}
          >
            {translate(text)}
          </button>
        ))}
      </div>
      <div id={`${id}-form`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        <LazyFallback shown={<div className="loam-scan" aria-busy="true" />}>
          <Form notice={notice} resetsPassword={resetsPassword} />
        </LazyFallback>
      </div>
    </>
  )
}

/** Languages and light or dark, before anybody is known. */
function Preferences() {
  const translate = useTranslate()
  const { current } = useSnapshot(language)
  const { dark } = useSnapshot(theme)
  return (
    <nav className="loam-sign-in-preferences" aria-label={translate('@shell.preferences')}>
      {LANGUAGES.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === current}
          onClick={() => void switchLanguage(name, fetchTexts)}
        >
          {NAMES[name]}
        </button>
      ))}
      <button type="button" aria-pressed={dark} onClick={() => setTheme({ dark: !dark })}>
        {translate(dark ? '@shell.light' : '@shell.dark')}
      </button>
    </nav>
  )
}

const NAMES = { zh: '简体', zhtw: '繁體', en: 'English' } as const
