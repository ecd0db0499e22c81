import { Button, Tooltip } from '@arco-design/web-react'
import {
  IconFilter,
  IconMenuFold,
  IconMenuUnfold,
  IconRefresh,
  IconSettings,
} from '@arco-design/web-react/icon'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { ON_SELECTION } from '@runtime/list'
import type { ButtonPlan, ColumnPlan, ListPlan } from '@runtime/list/plan'
import { type ReactNode, useState } from 'react'
import { useHost } from '../host'
import { Icon } from '../icon'
import type { useColumnChoice } from './column-choice'
import type { QueryState } from './query-state'
import { judge } from './row-buttons'

const ColumnSettings = onUse(async () => (await import('./column-settings')).ColumnSettings)
const SuperQuery = onUse(async () => (await import('./super-query')).SuperQuery)

export interface ToolbarProps {
  readonly plan: ListPlan
  readonly title: string | undefined
  readonly buttons: readonly ButtonPlan[]
  readonly columns: readonly ColumnPlan[]
  readonly choice: ReturnType<typeof useColumnChoice>
  readonly state: QueryState
  readonly selected: number
  readonly busy: ReadonlySet<string>
  readonly onButton: (button: ButtonPlan) => void
  readonly onReload: () => void
  readonly onClearSelection: () => void
  readonly onExpand: (() => void) | null
  readonly onCollapse: () => void
}

/** Icons of the documented buttons; a document's own name one themselves. */
const ICONS: Readonly<Record<string, string>> = {
  add: 'Plus',
  batchRemove: 'Delete',
  download: 'Download',
  upload: 'Upload',
  batchPrint: 'Printer',
}
/** Rows can be ticked where a document says so, and in a model's list where there is a button that wants them ticked. */
export function selects({ dialect, selection }: ListPlan, buttons: readonly ButtonPlan[]): boolean {
  return dialect === 'list' ? selection : buttons.some(({ value }) => ON_SELECTION.has(value))
}

function needsRows({ value, needsRows }: ButtonPlan): boolean {
  return needsRows === true || ON_SELECTION.has(value)
}

/** One line: title, buttons at the left; tools of the table at the right. */
export function Toolbar(props: ToolbarProps) {
  const { plan, title, buttons, state, selected, busy } = props
  const host = useHost()
  const [panel, setPanel] = useState<'columns' | 'query' | null>(null)
  const close = () => setPanel(null)
  return (
    <div className="loam-list-toolbar">
      {title !== undefined && <h2 className="loam-list-toolbar-title">{title}</h2>}
      <div className="loam-list-toolbar-buttons">
        {buttons.map((button, index) => (
          <Button
            key={button.value}
            type={index === 0 ? 'primary' : 'secondary'}
            {...(button.danger ? { status: 'danger' as const } : {})}
            icon={<Icon name={ICONS[button.value] ?? button.icon ?? ''} />}
            loading={busy.has(button.value)}
            disabled={(needsRows(button) && selected === 0) || judge(button.disabled, {}, false, host)}
            title={needsRows(button) && selected === 0 ? host.text('@view.selectFirst') : ''}
            onClick={() => props.onButton(button)}
          >
            {host.text(button.label)}
          </Button>
        ))}
      </div>
      {selected > 0 && (
        <span className="loam-list-toolbar-selected">
          {host.text('@view.selected', { count: selected })}
          <button type="button" className="loam-list-link" onClick={props.onClearSelection}>
            {host.text('@view.cancel')}
          </button>
        </span>
      )}
      <div className="loam-list-toolbar-tools">
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
        <Tool
          label={host.text('@view.columnSettings')}
          icon={<IconSettings />}
          onClick={() => setPanel('columns')}
        />
      </div>
      <Meanwhile shown={null}>
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
      </Meanwhile>
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
