import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import type { SignedIn } from '../sign-in/session'
import { useTranslate } from '../use-translate'
import { RouteFrame } from './frame'

/** Words of the product, explained; each has `word_<name>` and `word_<name>_text`. */
const WORDS = ['model', 'record', 'menu', 'system', 'dictionary', 'serial', 'interface', 'right'] as const
/** Keys that work everywhere; each has `key_<name>`. */
const KEYS = [
  ['search', ['/', 'Ctrl+K']],
  ['sheet', ['?']],
  ['save', ['Ctrl+S']],
  ['close', ['Esc']],
  ['submit', ['Enter']],
  ['arrows', ['↑', '↓', '←', '→']],
  ['skip', ['Tab']],
] as const

/** `/help`: what things are called, and what the keys do. */
export function Help() {
  const translate = useTranslate()
  return (
    <RouteFrame title={translate('@places.help')}>
      <div className="loam-route-columns" data-wide="true">
        <section className="loam-route-card" aria-label={translate('@places.words')}>
          <h2>{translate('@places.words')}</h2>
          <dl className="loam-route-words">
            {WORDS.map((word) => (
              <div key={word}>
                <dt>{translate(`@places.word_${word}`)}</dt>
                <dd>{translate(`@places.word_${word}_text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="loam-route-card" aria-label={translate('@places.keys')}>
          <h2>{translate('@places.keys')}</h2>
          <dl className="loam-route-keys">
            {KEYS.map(([name, keys]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{translate(`@places.key_${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </RouteFrame>
  )
}

const STATEMENTS = ['kept', 'seen', 'local', 'own'] as const

/** `/statement`: what is kept of people, who sees it, and what stays on their device. */
export function Statement() {
  const translate = useTranslate()
  return (
    <RouteFrame title={translate('@places.statement')}>
      <div className="loam-route-card loam-route-words">
        {STATEMENTS.map((name) => (
          <section key={name}>
            <h2>{translate(`@places.statement_${name}`)}</h2>
            <p>{translate(`@places.statement_${name}_text`)}</p>
          </section>
        ))}
      </div>
    </RouteFrame>
  )
}

/** `/feedback`: whom to tell, and what to tell them of this route and browser. */
export function Feedback({ signedIn }: { readonly signedIn: SignedIn }) {
  const translate = useTranslate()
  const host = useHost()
  const { system, user } = signedIn
  const facts = [
    `${String(system['sysName'] ?? '')} ${String(system['sysVersion'] ?? '')}`,
    `${user.userAccount}  ${new Date(host.now()).toISOString()}`,
    `${window.innerWidth} × ${window.innerHeight}  ${document.documentElement.lang}`,
    navigator.userAgent,
  ].join('\n')
  const copy = async () => {
    await host.copy(facts).then(
      () => host.toast('success', translate('@places.copied')),
      () => host.toast('error', translate('@places.notCopied')),
    )
  }
  return (
    <RouteFrame title={translate('@places.feedback')}>
      <div className="loam-route-card loam-route-words">
        <p>{translate('@places.feedbackText')}</p>
        <pre className="loam-route-facts-text">{facts}</pre>
        <Button icon={<Icon name="Copy" />} onClick={() => void copy()}>
          {translate('@places.copyFacts')}
        </Button>
      </div>
    </RouteFrame>
  )
}
