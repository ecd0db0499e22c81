import { filledText } from '@runtime/document/filled-text'
import type { Scope } from '@runtime/expression'
import { type ExplainedButton, explainButtons, hiddenColumns } from '@runtime/list/explain'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import type { Permissions } from '@runtime/permission/permission'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { Grantors } from '../../why/grantors'
import { ReasonText } from '../../why/reason-text'
import { rowScope, useListScope } from '../scope'
import type { Row } from '../source'

export interface ListWhyProps {
  readonly plan: ListPlan
  readonly permissions: Permissions | undefined
  /** The columns that are drawn. */
  readonly shown: readonly ColumnPlan[]
  /** The row that is asked of; absent: the list itself. */
  readonly row: Row | undefined
  readonly onClose: () => void
}

/** Why buttons of a list or of one of its rows are not there or cannot be pressed, and which columns are not to be seen. */
export function ListWhyPanel({ plan, permissions, shown, row, onClose }: ListWhyProps) {
  const host = useHost()
  const around = useListScope()
  const scope = row ? rowScope(row, around) : around
  const may = (code: string) => permissions?.button(code) ?? true
  const buttons = explainButtons(row ? plan.row : plan.toolbar, scope, may)
  const free = buttons.filter(({ reasons }) => reasons.length === 0)
  const held = buttons.filter(({ reasons }) => reasons.length > 0)
  const { left, closed } = hiddenColumns(plan, shown, (path) => permissions?.column(path) ?? true)
  const lacks = closed > 0 || held.some(({ reasons }) => reasons.some(({ cause }) => cause === 'right'))
  const names = (all: readonly ExplainedButton[]) =>
    all.map(({ button }) => filledText(host, button.text, scope)).join(' · ')
  return (
    <Popup
      mode="general"
      width="560px"
      title={host.text(row ? '@why.rowTitle' : '@why.listTitle')}
      closesBeside
      visible
      onClose={onClose}
    >
      <div className="loam-why">
        {buttons.length === 0 && <p>{host.text('@why.noButtons')}</p>}
        {free.length > 0 && <p>{host.text('@why.free', { names: names(free) })}</p>}
        {held.map((one) => (
          <Held key={one.button.value} {...one} scope={scope} />
        ))}
        <h3>{host.text('@why.columnsNotHere')}</h3>
        {left.length === 0 && closed === 0 && <p>{host.text('@why.allColumns')}</p>}
        {left.length > 0 && (
          <p>
            {host.text('@why.columnsLeft', { names: left.map(({ label }) => host.text(label)).join(' · ') })}
          </p>
        )}
        {closed > 0 && <p>{host.text('@why.columnsClosed', { count: closed })}</p>}
        {lacks && <Grantors />}
      </div>
    </Popup>
  )
}

function Held({ button, reasons, scope }: ExplainedButton & { readonly scope: Scope }) {
  const host = useHost()
  return (
    <details open>
      <summary>{filledText(host, button.text, scope)}</summary>
      {reasons.map((reason) =>
        reason.cause === 'right' ? (
          <p key="right">{host.text('@why.buttonRight', { code: button.code })}</p>
        ) : (
          <ReasonText key={reason.expression} reason={reason} />
        ),
      )}
      {reasons.some(({ aspect }) => aspect === 'disabled') && button.reason && (
        <p>{filledText(host, button.reason, scope)}</p>
      )}
    </details>
  )
}
