import { type ExplainedNode, explainNodes } from '@runtime/page/explain'
import { Popup } from '../../dialog'
import { useHost } from '../../host'
import { Grantors } from '../../why/grantors'
import { ReasonText } from '../../why/reason-text'
import { useNodeContext } from '../context'

/** What of a page is not to be seen or cannot be pressed, each with why, as it is when it is asked. */
export function PageWhyPanel({ onClose }: { readonly onClose: () => void }) {
  const host = useHost()
  const { screen, scope } = useNodeContext()
  const held = explainNodes(screen.plan.body, scope, (code) => screen.permits(code))
  const lacks = held.some(({ reasons }) => reasons.some(({ cause }) => cause === 'right'))
  return (
    <Popup
      mode="general"
      width="560px"
      title={host.text('@why.pageTitle')}
      closesBeside
      visible
      onClose={onClose}
    >
      <div className="loam-why">
        <p>{host.text('@why.pageHint')}</p>
        {held.length === 0 && <p>{host.text('@why.pageOpen')}</p>}
        {held.map((one, index) => (
          // Nodes of a document have no names.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <Held key={index} {...one} />
        ))}
        {lacks && <Grantors />}
      </div>
    </Popup>
  )
}

function Held({ title, code = '', reasons }: ExplainedNode) {
  const host = useHost()
  const { screen, scope } = useNodeContext()
  const said = title === undefined ? '' : screen.text(title, scope)
  return (
    <details open>
      <summary>{said || host.text('@why.pagePart')}</summary>
      {reasons.map((reason) =>
        reason.cause === 'right' ? (
          <p key="right">{host.text('@why.buttonRight', { code })}</p>
        ) : (
          <ReasonText key={reason.expression} reason={reason} />
        ),
      )}
    </details>
  )
}
