import { Button, Tooltip } from '@arco-design/web-react'
import {
  IconFilter,
  IconMenuFold,
  IconMenuUnfold,
  IconRefresh,
  IconSettings,
} from '@arco-design/web-react/icon'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { ON_SELECTION } from '@runtime/list/on-selection'
import type { ButtonPlan, ColumnPlan, ListPlan } from '@runtime/list/plan'
import { type ReactNode, useState } from 'react'
import { ActButton } from '../button'
import { NEW_KEYS } from '../button/new-keys'
import { useHost } from '../host'
import { needsRows } from './batch-bar'
import type { useColumnChoice } from './column-choice'
import type { QueryState } from './query-state'
import { shownButtons } from './row-buttons'
import { useListScope } from './scope'
import type { Views } from './views/use-views'
import { contentOf } from './views/view-content'
import { ViewsButton } from './views/views-button'

const ColumnSettings = lazy(async () => (await import('./column-settings')).ColumnSettings)
const SuperQuery = lazy(async () => (await import('./super-query')).SuperQuery)

export interface ToolbarProps {
  readonly plan: ListPlan
  readonly title: string | undefined
  /** The list is the whole page: its title is the page's. */
  readonly whole: boolean
  readonly buttons: readonly ButtonPlan[]
  readonly columns: readonly ColumnPlan[]
  readonly choice: ReturnType<typeof useColumnChoice>
  readonly state: QueryState
  /** Null: of this list none can be saved. */
  readonly views: Views | null
  readonly selected: number
  readonly busy: ReadonlySet<string>
  readonly onButton: (button: ButtonPlan) => void
  readonly onNear: ((button: ButtonPlan) => void) | undefined
  readonly onReload: () => void
  readonly onExpand: (() => void) | null
  readonly onCollapse: () => void
  /** What else is done to the table as a whole. */
  readonly more?: ReactNode
}

/** Rows can be ticked where a document says so, and in a model's list where there is a button that wants them ticked. */
export function selects({ dialect, selection }: ListPlan, buttons: readonly ButtonPlan[]): boolean {
  return dialect === 'list' ? selection : buttons.some(({ value }) => ON_SELECTION.has(value))
}

/** One line: title, buttons at the left; tools of the table at the right. */
export function Toolbar(props: ToolbarProps) {
  const { plan, title, buttons, state, selected, busy } = props
  const host = useHost()
  const scope = useListScope()
  const [panel, setPanel] = useState<'columns' | 'query' | null>(null)
  const Heading = props.whole ? 'h1' : 'h2'
  const close = () => setPanel(null)
  // With rows ticked what acts on them stands in the bar below them.
  const inToolbar = shownButtons(buttons, scope).filter((button) => selected === 0 || !needsRows(button))
  return (
    <div className="loam-list-toolbar">
      {title !== undefined && <Heading className="loam-list-toolbar-title">{title}</Heading>}
      <div className="loam-list-toolbar-buttons">
        {inToolbar.map((button, index) => (
          <ActButton
            key={button.key}
            kind={index === 0 ? 'primary' : 'secondary'}
            button={button}
            scope={scope}
            running={busy.has(button.key)}
            {...(button.value === 'add' && { keys: NEW_KEYS })}
            blocked={needsRows(button) ? host.text('@view.selectFirst') : undefined}
            onPress={() => props.onButton(button)}
            onNear={() => props.onNear?.(button)}
          />
        ))}
      </div>
      <div className="loam-list-toolbar-tools">
        {props.views && (
          <ViewsButton
            views={props.views}
            now={() => contentOf(state.query, props.choice.choice, props.columns)}
          />
        )}
        {plan.superQuery && plan.queryable.length > 0 && (
          <Tool
            label={host.text('@view.superQuery')}
            active={state.query.superQuery !== null}
            icon={<IconFilter />}
            onClick={() => setPanel('query')}
          />
        )}
        {props.onExpand && (
          <>
            <Tool label={host.text('@view.unfold')} icon={<IconMenuUnfold />} onClick={props.onExpand} />
            <Tool label={host.text('@view.fold')} icon={<IconMenuFold />} onClick={props.onCollapse} />
          </>
        )}
        <Tool label={host.text('@view.refresh')} icon={<IconRefresh />} onClick={props.onReload} />
        {props.more}
        <Tool
          label={host.text('@view.columnSettings')}
          icon={<IconSettings />}
          onClick={() => setPanel('columns')}
        />
      </div>
      <LazyFallback shown={null}>
        {panel === 'columns' && (
          <ColumnSettings
            plan={plan}
            columns={props.columns}
            choice={props.choice.choice}
            onSave={props.choice.save}
            onClose={close}
          />
        )}
        {panel === 'query' && (
          <SuperQuery
            fields={plan.queryable}
            value={state.query.superQuery}
            onSearch={(superQuery) => state.set({ superQuery })}
            onClose={close}
          />
        )}
      </LazyFallback>
    </div>
  )
}

function Tool({
  label,
  icon,
  active = false,
  onClick,
}: {
  readonly label: string
  readonly icon: ReactNode
  readonly active?: boolean
  readonly onClick: () => void
}) {
  return (
    <Tooltip content={label} mini>
      <Button
        type="text"
        icon={icon}
        aria-label={label}
        aria-pressed={active}
        className="loam-list-tool"
        onClick={onClick}
      />
    </Tooltip>
  )
}
