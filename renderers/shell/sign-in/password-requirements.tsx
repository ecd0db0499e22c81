import type { PasswordRule } from '@runtime/password/policy'
import { useTranslate } from '../use-translate'

/** What a password has to be, ticked off while one types. */
export function Requirements(props: {
  readonly id: string
  readonly rules: readonly PasswordRule[]
  readonly password: string
}) {
  const { id, rules, password } = props
  const translate = useTranslate()
  if (rules.length === 0) return null
  return (
    <ul id={id} className="loam-password-rules" aria-label={translate('@session.requirements')}>
      {rules.map((rule) => (
        <li key={rule.wanted} data-met={rule.holds(password)}>
          <span aria-hidden="true">{rule.holds(password) ? '✓' : '·'}</span>
          {translate(rule.wanted, rule.params)}
        </li>
      ))}
    </ul>
  )
}
