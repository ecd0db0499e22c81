import { type RuleLine, rulesIn } from '@runtime/design/rules/lines'
import { selectOne } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { useHost } from '../../host'
import { nodeText } from '../keys'
import { useSession } from '../use-session'
import './rule-table.css'

/** All rules of the form; each leads to the settings of its field. */
export function RuleTable({
  session,
  onOpen,
}: {
  readonly session: DesignSession
  /** Called when a field has been chosen: where the settings are not beside the table they are to be shown. */
  readonly onOpen?: () => void
}) {
  const host = useHost()
  useSession(session)
  const lines = rulesIn(session)
  const choose = ({ node }: RuleLine) => {
    session.select(selectOne(node.address))
    onOpen?.()
  }
  if (lines.length === 0) return <p className="loam-design-rules-none">{host.text('@rules.none')}</p>
  return (
    <div className="loam-design-rules">
      <table aria-label={host.text('@rules.title')}>
        <thead>
          <tr>
            {['target', 'kind', 'expression', 'reads'].map((name) => (
              <th key={name} scope="col">
                {host.text(`@rules.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={`${line.node.key} ${line.kind}`} line={line} session={session} onChoose={choose} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({
  line,
  session,
  onChoose,
}: {
  readonly line: RuleLine
  readonly session: DesignSession
  readonly onChoose: (line: RuleLine) => void
}) {
  const host = useHost()
  const { node, kind, source, reads, isCircular, isFaulty } = line
  const nameOf = (path: string) => host.text(session.plan?.fields.get(path)?.label) || path
  const isChosen = session.selection.nodes.some(
    ({ node: id, path }) =>
      id === node.address.node && JSON.stringify(path) === JSON.stringify(node.address.path),
  )
  return (
    <tr data-chosen={isChosen} onClick={() => onChoose(line)}>
      <th scope="row">
        <button type="button" aria-pressed={isChosen}>
          {nodeText(host, node)}
        </button>
      </th>
      <td>{host.text(`@rules.kind.${kind}`)}</td>
      <td>
        <code>{source}</code>
        {isCircular && <span className="loam-design-rules-fault">{host.text('@rules.circle')}</span>}
        {isFaulty && <span className="loam-design-rules-fault">{host.text('@rules.faulty')}</span>}
      </td>
      <td>{reads.map(nameOf).join(host.text('@diff.separator'))}</td>
    </tr>
  )
}
