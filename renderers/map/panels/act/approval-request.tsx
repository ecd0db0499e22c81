import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { against, type Violation } from './use-act'

/** What is left where rules forbid an act: another person's word, for a reason (`design/field.md §2.2`, risk D). */
export function ApprovalRequest({
  violations,
  onRequest,
}: {
  readonly violations: readonly Violation[]
  /** @param override codes of the rules to set aside. */
  readonly onRequest: (override: readonly string[], reason: string) => void
}) {
  const host = useHost()
  const override = [...new Set(against(violations).map(({ code }) => code))]
  if (override.length === 0) return null
  const request = async () => {
    const reason = await host.prompt({ title: host.text('@irrigation.secondReason') })
    if (typeof reason === 'string' && reason.trim() !== '') onRequest(override, reason.trim())
  }
  return (
    <div className="loam-act-buttons">
      <Button onClick={() => void request()}>{host.text('@irrigation.askSecond')}</Button>
    </div>
  )
}
