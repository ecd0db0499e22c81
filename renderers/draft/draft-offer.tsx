import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { formatDate } from '@runtime/date'
import { fieldsOf } from '@runtime/draft/restore'
import type { FormPlan } from '@runtime/form/plan'
import { useHost } from '../host'
import './draft-offer.css'
import type { FormDraft } from './use-draft'

/** Fields that are named; of more their number is told. */
const NAMED = 3

/** What was typed into this form earlier and not saved, above the form: to be restored or discarded. */
export function DraftOffer({ draft, plan }: { readonly draft: FormDraft; readonly plan: FormPlan }) {
  const host = useHost()
  const { offered, changedSince } = draft
  if (!offered) return null
  const list = (labels: readonly string[]) => {
    const fields = labels.slice(0, NAMED).join(host.text('@draft.separator'))
    if (labels.length <= NAMED) return fields
    return host.text('@draft.andMore', { fields, count: labels.length })
  }
  const labels = fieldsOf(plan, offered).map(({ label }) => host.text(label))
  const time = formatDate(offered.changedAt, 'MM-DD HH:mm', host.timeZone ?? null)
  return (
    <div className="loam-draft-offer" role="status">
      <div className="loam-draft-offer-text">
        <p>{host.text('@draft.found', { time, fields: list(labels) })}</p>
        {changedSince.length > 0 && <p>{host.text('@draft.changedSince', { fields: list(changedSince) })}</p>}
      </div>
      <div className="loam-draft-offer-acts">
        <Button size="small" onClick={draft.discard}>
          {host.text('@draft.discard')}
        </Button>
        <Button
          size="small"
          type="primary"
          onClick={() => {
            draft.restore()
            host.toast('success', host.text('@draft.restored'))
          }}
        >
          {host.text('@draft.restore')}
        </Button>
      </div>
    </div>
  )
}
