import { Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import type { DesignSession } from '@runtime/design/session'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useState } from 'react'
import { useHost } from '../../host'
import { RuleTable } from './rule-table'
import './rule-view.css'
import { RadioRow } from '@widgets/shared/radio-row'

// It brings what lays arrows out.
const RuleGraph = lazy(async () => (await import('./rule-graph')).RuleGraph)

const VIEWS = ['table', 'graph'] as const
type View = (typeof VIEWS)[number]

interface RuleViewProps {
  readonly session: DesignSession
  /** Called when a field has been chosen: where the settings are not beside the rules they are to be shown. */
  readonly onOpen?: () => void
}

/** All rules of the form, as a table or as a graph. */
export function RuleView(props: RuleViewProps) {
  const host = useHost()
  const [view, setView] = useState<View>('table')
  return (
    <div className="loam-rule-view">
      <div className="loam-rule-view-bar">
        <RadioRow
          type="button"
          size="small"
          aria-label={host.text('@rules.view')}
          value={view}
          onChange={setView}
          options={VIEWS.map((value) => ({ value, label: host.text(`@rules.view.${value}`) }))}
        />
      </div>
      {view === 'table' ? (
        <RuleTable {...props} />
      ) : (
        <LazyFallback shown={<Skeleton animation text={{ rows: 6 }} />}>
          <RuleGraph {...props} />
        </LazyFallback>
      )}
    </div>
  )
}
