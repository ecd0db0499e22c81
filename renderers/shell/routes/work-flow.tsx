import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { EmptyPlace } from '@renderers/list/notices'
import { formatDate } from '@runtime/date'
import { Link, useSearchParams } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { readFlowConfig } from './flow-config'
import { Fetched, RouteFrame, RouteState } from './frame'

/** Messages of flows, and among them those of delegations (`spec/shell-and-monitoring.md §3`). */
const FLOW = 2
const DELEGATION = 1
/** `config` of a delegation: who has handed over, and who has been handed to. */
const KINDS: Readonly<Record<string, string>> = { '1': '@places.entrustMine', '2': '@places.entrustToMe' }

/** `/workFlowDetail?config=`: what a message says of its flow; flows themselves are not installed. */
export function WorkFlowDetail() {
  const translate = useTranslate()
  const [query] = useSearchParams()
  const text = query.get('config') ?? ''
  const config = readFlowConfig(text)
  if (text === '')
    return (
      <RouteState icon="List" title={translate('@places.noTasks')} text={translate('@places.noTasksText')}>
        <Link to="/messageRecord">{translate('@places.toMessages')}</Link>
      </RouteState>
    )
  if (!config)
    return (
      <RouteState
        icon="InfoCircle"
        title={translate('@places.badFlow')}
        text={translate('@places.badFlowText')}
      />
    )
  return (
    <RouteFrame title={config['fullName'] ?? config['title'] ?? translate('@places.flow')}>
      <p role="note" className="loam-route-note">
        {translate('@places.noFlowEngine')}
      </p>
      <dl className="loam-route-card loam-route-facts">
        {Object.entries(config).map(([name, value]) => (
          <div key={name}>
            <dt>{translate(`@places.flow_${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </RouteFrame>
  )
}

/** `/workFlow/entrust?config=`: messages about tasks that were handed over. */
export function Entrust() {
  const translate = useTranslate()
  const host = useHost()
  const [query] = useSearchParams()
  const answer = useQuery({ call: 'message.list', input: { currentPage: 1, pageSize: 100, type: FLOW } })
  const kind = KINDS[query.get('config') ?? '']
  return (
    <RouteFrame title={translate(kind ?? '@places.entrust')}>
      <Fetched answer={answer}>
        {({ list }) => {
          const delegations = list.filter(({ flowType }) => flowType === DELEGATION)
          if (delegations.length === 0) return <EmptyPlace text={translate('@places.noEntrust')} />
          return (
            <ul className="loam-route-rows">
              {delegations.map((message) => (
                <li key={message.id}>
                  <Link to={`/emailDetail?id=${message.id}`}>{message.title}</Link>
                  <span className="loam-route-hint">
                    {message.releaseUser}　
                    {formatDate(message.releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
                  </span>
                </li>
              ))}
            </ul>
          )
        }}
      </Fetched>
    </RouteFrame>
  )
}
