import { useHost } from '@renderers/host'
import { EmptyPlace } from '@renderers/list/notices'
import { useAnswer } from '@renderers/use-answer'
import { formatDate } from '@runtime/date'
import { Link, useSearchParams } from 'react-router-dom'
import { useSay } from '../use-say'
import { readFlowConfig } from './flow-config'
import { Fetched, Place, StatePlace } from './frame'

/** Messages of flows, and among them those of delegations (`spec/shell-and-monitoring.md §3`). */
const FLOW = 2
const DELEGATION = 1
/** `config` of a delegation: who has handed over, and who has been handed to. */
const KINDS: Readonly<Record<string, string>> = { '1': '@places.entrustMine', '2': '@places.entrustToMe' }

/** `/workFlowDetail?config=`: what a message says of its flow; flows themselves are not installed. */
export function WorkFlowDetail() {
  const say = useSay()
  const [query] = useSearchParams()
  const text = query.get('config') ?? ''
  const config = readFlowConfig(text)
  if (text === '')
    return (
      <StatePlace icon="List" title={say('@places.noTasks')} text={say('@places.noTasksText')}>
        <Link to="/messageRecord">{say('@places.toMessages')}</Link>
      </StatePlace>
    )
  if (!config)
    return <StatePlace icon="InfoCircle" title={say('@places.badFlow')} text={say('@places.badFlowText')} />
  return (
    <Place title={config['fullName'] ?? config['title'] ?? say('@places.flow')}>
      <p role="note" className="loam-own-note">
        {say('@places.noFlowEngine')}
      </p>
      <dl className="loam-own-card loam-own-facts">
        {Object.entries(config).map(([name, value]) => (
          <div key={name}>
            <dt>{say(`@places.flow_${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Place>
  )
}

/** `/workFlow/entrust?config=`: messages about tasks that were handed over. */
export function Entrust() {
  const say = useSay()
  const host = useHost()
  const [query] = useSearchParams()
  const answer = useAnswer('message.list', { currentPage: 1, pageSize: 100, type: FLOW })
  const kind = KINDS[query.get('config') ?? '']
  return (
    <Place title={say(kind ?? '@places.entrust')}>
      <Fetched answer={answer}>
        {({ list }) => {
          const delegations = list.filter(({ flowType }) => flowType === DELEGATION)
          if (delegations.length === 0) return <EmptyPlace text={say('@places.noEntrust')} />
          return (
            <ul className="loam-own-rows">
              {delegations.map((message) => (
                <li key={message.id}>
                  <Link to={`/emailDetail?id=${message.id}`}>{message.title}</Link>
                  <span className="loam-own-hint">
                    {message.releaseUser}　
                    {formatDate(message.releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Fetched>
    </Place>
  )
}
