import { IconCheckCircle, IconExclamationCircle } from '@arco-design/web-react/icon'
import { pathOf } from '@runtime/design/address'
import { nearestNode, outlineOf } from '@runtime/design/outline'
import type { Problem } from '@runtime/design/problems'
import { selectOne } from '@runtime/design/selection'
import type { DesignSession } from '@runtime/design/session'
import { useHost } from '../../host'
import { nodeText, useAnnouncer } from '../keys'
import { reasonText } from '../reason'
import { useSession } from '../use-session'
import './problem-list.css'
import { useProblems } from './use-problems'

/** What is wrong with the form: each leads to its node, with what would mend it beside it. */
export function ProblemList({ session }: { readonly session: DesignSession }) {
  const host = useHost()
  useSession(session)
  const problems = useProblems(session)
  const { tell, announcer } = useAnnouncer()
  const nodes = outlineOf(session.tree, session.widgets.catalogue)
  const mend = ({ label, params, command }: Problem['remedies'][number]) => {
    session.seal()
    const refused = session.run(command)
    if (refused) host.toast('warning', reasonText(host, refused))
    tell(refused ? reasonText(host, refused) : reasonText(host, { reason: label, ...(params && { params }) }))
  }
  return (
    <section className="loam-design-problems" aria-label={host.text('@problems.title')}>
      {problems.length === 0 ? (
        <p className="loam-design-problems-none">
          <IconCheckCircle /> {host.text('@problems.none')}
        </p>
      ) : (
        <ul>
          {problems.map((problem) => {
            const { at, message, params, remedies } = problem
            const node = nearestNode(nodes, pathOf(session.tree, at) ?? [])
            const words = reasonText(host, { reason: message, ...(params && { params }) })
            return (
              <li key={`${at.node ?? ''}/${at.path.join('/')} ${words}`}>
                <button
                  type="button"
                  className="loam-design-problems-problem"
                  onClick={() => node && session.select(selectOne(node.address))}
                >
                  <IconExclamationCircle />
                  <span>
                    <b>{node ? nodeText(host, node) : host.text('@problems.form')}</b> {words}
                  </span>
                </button>
                {remedies.length > 0 && (
                  <span className="loam-design-problems-remedies">
                    {remedies.map((remedy) => {
                      const { label, params } = remedy
                      const text = reasonText(host, { reason: label, ...(params && { params }) })
                      return (
                        <button key={text} type="button" onClick={() => mend(remedy)}>
                          {text}
                        </button>
                      )
                    })}
                  </span>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {announcer}
    </section>
  )
}

/** How many problems there are, beside the title of their list; nothing while all is well. */
export function ProblemBadge({ session }: { readonly session: DesignSession }) {
  const host = useHost()
  const count = useProblems(session).length
  if (count === 0) return null
  return (
    <span
      className="loam-design-problems-badge"
      role="img"
      aria-label={host.text('@problems.count', { count })}
    >
      {count}
    </span>
  )
}
