import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { ScriptReport, TriedEffect } from '@runtime/design/script-trial'
import type { Host } from '@runtime/host'
import { jsonEqual } from '@runtime/schema'
import type { ScriptOutcome } from '@runtime/script'
import type { ScriptEvent } from '@runtime/script/parameters'
import type { ReactNode } from 'react'
import { useHost } from '../../../host'
import { textOf } from './shown-value'

type Words = Pick<Host, 'text'>
type Failure = Extract<ScriptOutcome, { readonly state: 'failed' }>

/** Why a script failed, in words. */
export function troubleIn({ reason, message }: Failure, host: Words): string {
  if (reason === 'waiting' && message === '') return host.text('@scripts.waits')
  return host.text(`@form.script.trouble.${reason === 'refused' ? 'threw' : reason}`, { message })
}

/** Lines of a kind that are shown. */
const SHOWN = 100

/** What a run of a script came to. */
export function Report({
  report,
  event,
  place,
  isStale,
  onGo,
}: {
  readonly report: ScriptReport
  readonly event: ScriptEvent
  /** What people call the script. */
  readonly place: string
  /** The script has changed since. */
  readonly isStale: boolean
  /** Brings the caret to where it failed. */
  readonly onGo: () => void
}) {
  const host = useHost()
  const { outcome, logs, effects, requests, milliseconds } = report
  const at = outcome.state === 'failed' ? outcome.at : undefined
  return (
    <section className="loam-script-report" aria-label={host.text('@scripts.report')}>
      {isStale && <p className="loam-script-stale">{host.text('@scripts.stale')}</p>}
      <p role="status" data-failed={outcome.state === 'failed'}>
        {outcome.state === 'done'
          ? host.text('@scripts.done', { time: Math.round(milliseconds * 10) / 10 })
          : host.text('@form.script.failed', { place, reason: troubleIn(outcome, host) })}
      </p>
      {at && !isStale && (
        <Button size="mini" onClick={onGo}>
          {host.text('@scripts.goTo', { line: at.line, column: at.column })}
        </Button>
      )}
      {event.name === 'beforeSubmit' && (
        <p>{host.text(isLetThrough(outcome) ? '@scripts.allows' : '@scripts.stops')}</p>
      )}
      {outcome.state === 'done' && outcome.value !== null && (
        <p>{host.text('@scripts.returned', { value: JSON.stringify(outcome.value) })}</p>
      )}
      <Lines title="@scripts.effects" lines={effects.map((one) => effectIn(one, host))} />
      {effects.length === 0 && outcome.state === 'done' && (
        <p>{host.text(event.ofList ? '@scripts.noListEffects' : '@scripts.noEffects')}</p>
      )}
      <Lines
        title="@scripts.requests"
        lines={requests.map(({ method, url, data }) => (
          <code key="">{[method, url, ...(data === null ? [] : [JSON.stringify(data)])].join(' ')}</code>
        ))}
      />
      <Lines
        title="@scripts.logs"
        lines={logs.map(({ level, text }) => (
          <code key="" data-level={level}>
            {text}
          </code>
        ))}
      />
    </section>
  )
}

/** As `FormScripts.maySubmit` judges. */
const isLetThrough = (outcome: ScriptOutcome) => outcome.state === 'done' && outcome.value !== false

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly ReactNode[] }) {
  const host = useHost()
  if (lines.length === 0) return null
  return (
    <div>
      <h4>{host.text(title)}</h4>
      <ol>
        {lines.slice(0, SHOWN).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are what they are by their order.
          <li key={index}>{line}</li>
        ))}
      </ol>
      {lines.length > SHOWN && <p>{host.text('@scripts.more', { count: lines.length - SHOWN })}</p>}
    </div>
  )
}

function effectIn(effect: TriedEffect, host: Words): ReactNode {
  if (effect.kind === 'toast') return host.text('@scripts.effect.toast', { message: effect.message })
  if (effect.kind === 'route') return host.text('@scripts.effect.route', { to: effect.to })
  if (effect.kind === 'refresh') return host.text('@scripts.effect.refresh')
  const { field, row } = effect
  if (!field)
    return <span data-level="error">{host.text('@scripts.effect.unknown', { name: effect.name })}</span>
  const called = host.text(field.label) || field.path
  const name =
    row === undefined || field.table === undefined
      ? called
      : host.text('@scripts.ofRow', { name: called, row: row + 1 })
  if (effect.kind === 'state')
    return host.text(`@scripts.effect.${effect.state}.${effect.on ? 'on' : 'off'}`, { name })
  const said = (value: unknown) => textOf(value) || host.text('@rules.empty')
  const { before, after } = effect
  const isSame = jsonEqual(before ?? null, after ?? null)
  return host.text(isSame ? '@scripts.effect.same' : '@scripts.effect.set', {
    ...{ name, before: said(before), after: said(after) },
  })
}
