import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useId, useState } from 'react'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import { useSending } from './use-sending'

const nothing = () => undefined

/** Takes a model out of use and back: its entry is hidden meanwhile, and its records are read alone. */
export function ModelState({ id, isEnabled: was }: { readonly id: string; readonly isEnabled: boolean }) {
  const host = useHost()
  const own = useId()
  const [isEnabled, setEnabled] = useState(was)
  const { isSending, refusal, send } = useSending(nothing)
  const change = async (next: boolean) => {
    const text = host.text(next ? '@release.enableAsk' : '@release.disableAsk')
    if (!(await host.confirm({ text, danger: !next }))) return
    const input = { id, isEnabled: next ? 1 : 0 }
    if (await send(() => host.call('visualDevelopment.state', input))) setEnabled(next)
  }
  return (
    <section className="loam-publish-state" aria-labelledby={own}>
      <h2 id={own}>{host.text('@release.state')}</h2>
      <p>{host.text('@release.stateMeans')}</p>
      {refusal !== null && <ErrorNote message={refusal} />}
      <div className="loam-publish-acts">
        {isEnabled ? (
          <Button size="small" status="danger" loading={isSending} onClick={() => void change(false)}>
            {host.text('@release.disable')}
          </Button>
        ) : (
          <Button size="small" loading={isSending} onClick={() => void change(true)}>
            {host.text('@release.enable')}
          </Button>
        )}
      </div>
    </section>
  )
}
