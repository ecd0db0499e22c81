import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { Icon } from '@renderers/icon'
import type { SignedIn } from '../sign-in/session'
import { useSay } from '../use-say'
import { Place } from './frame'

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
  const say = useSay()
  return (
    <Place title={say('@places.help')}>
      <div className="loam-own-columns" data-wide="true">
        <section className="loam-own-card" aria-label={say('@places.words')}>
          <h2>{say('@places.words')}</h2>
          <dl className="loam-own-words">
            {WORDS.map((word) => (
              <div key={word}>
                <dt>{say(`@places.word_${word}`)}</dt>
                <dd>{say(`@places.word_${word}_text`)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="loam-own-card" aria-label={say('@places.keys')}>
          <h2>{say('@places.keys')}</h2>
          <dl className="loam-own-keys">
            {KEYS.map(([name, keys]) => (
              <div key={name}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{say(`@places.key_${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Place>
  )
}

const STATEMENTS = ['kept', 'seen', 'local', 'own'] as const

/** `/statement`: what is kept of people, who sees it, and what stays on their device. */
export function Statement() {
  const say = useSay()
  return (
    <Place title={say('@places.statement')}>
      <div className="loam-own-card loam-own-words">
        {STATEMENTS.map((name) => (
          <section key={name}>
            <h2>{say(`@places.statement_${name}`)}</h2>
            <p>{say(`@places.statement_${name}_text`)}</p>
          </section>
        ))}
      </div>
    </Place>
  )
}

/** `/feedback`: whom to tell, and what to tell them of this place and browser. */
export function Feedback({ signedIn }: { readonly signedIn: SignedIn }) {
  const say = useSay()
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
      () => host.toast('success', say('@places.copied')),
      () => host.toast('error', say('@places.notCopied')),
    )
  }
  return (
    <Place title={say('@places.feedback')}>
      <div className="loam-own-card loam-own-words">
        <p>{say('@places.feedbackText')}</p>
        <pre className="loam-own-facts-text">{facts}</pre>
        <Button icon={<Icon name="Copy" />} onClick={() => void copy()}>
          {say('@places.copyFacts')}
        </Button>
      </div>
    </Place>
  )
}
