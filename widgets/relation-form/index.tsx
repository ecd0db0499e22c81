import '../shared/chooser/chooser.css'
import type { Host } from '@runtime/host'
import { isEmptyValue } from '@runtime/widget/definition'
import { ALL_ROWS } from '@runtime/widget/row-choice'
import { NamedCell, PopupField, RowChooser, recordRows, useChosen } from '../shared/chooser'
import { classes, useControlSize } from '../shared/control'
import type { EditProps, ViewProps, Widget } from '../widget'
import { definition, type RelationFormSettings, recordNames } from './definition'

type RelationFormProps = EditProps<RelationFormSettings, unknown>

function RelationFormEdit(props: RelationFormProps & { readonly bare?: boolean }) {
  const { settings, host, value } = props
  const { hasPage, pageSize } = settings
  if ((props.disabled || props.readonly) && !isEmptyValue(value)) return <Linked {...props} />
  const rows = hasPage ? pageSize : ALL_ROWS.later
  return (
    <PopupField
      props={props}
      source={recordNames(settings)}
      member={{ value: 'id', text: settings.relationField }}
      columns={settings.columnOptions}
      multiple={false}
      clearable={settings.clearable}
      loader={() => recordRows({ host, columns: settings.columnOptions }, settings)}
      rowsAreWhole={false}
      bare={props.bare ?? false}
      byTyping
      table={(table) => <RowChooser {...table} popup={settings} counts={{ atFirst: rows, later: rows }} />}
    />
  )
}

/** A field that cannot be changed leads to the record it holds. */
function Linked({ id, host, settings, value, disabled }: RelationFormProps) {
  const size = useControlSize()
  const [chosen] = useChosen(host, recordNames(settings), value)
  return (
    <div
      className={classes(
        'loam-choice-box loam-choice-box-readonly arco-select arco-select-single',
        `arco-select-size-${size}`,
        disabled && 'arco-select-disabled',
      )}
    >
      <div className="arco-select-view">
        <RecordLink
          host={host}
          modelId={settings.modelId}
          id={value}
          text={chosen?.text ?? ''}
          isGone={chosen?.isGone ?? true}
          domId={id}
        />
      </div>
    </div>
  )
}

/** A linked record's name, which opens its detail (`spec/widgets.md §4`, relation form select) as long as it is there. */
function RecordLink({
  host,
  modelId,
  id,
  text,
  isGone,
  domId,
}: {
  readonly host: Host
  readonly modelId: string
  readonly id: unknown
  readonly text: string
  readonly isGone: boolean
  readonly domId?: string
}) {
  if (!host.openRecord || isGone) return <span className="loam-choice-text">{text}</span>
  return (
    <button
      type="button"
      {...(domId !== undefined && { id: domId })}
      className="loam-opener-link"
      title={host.text('@dataWidgets.openRecord', { text })}
      onClick={(event) => {
        event.stopPropagation()
        host.openRecord?.({ modelId, id: String(id) })
      }}
    >
      {text}
    </button>
  )
}

function RelationFormView(props: ViewProps<RelationFormSettings, unknown>) {
  const { host, settings } = props
  return !settings.modelId || !host.openRecord ? <NamedCell {...props} /> : <ResolvedLink {...props} />
}

/** In an open form only the id is known; whether the record is still there is asked in any case. */
function ResolvedLink({ host, settings, value, text }: ViewProps<RelationFormSettings, unknown>) {
  const [chosen] = useChosen(host, recordNames(settings), value)
  return (
    <RecordLink
      host={host}
      modelId={settings.modelId}
      id={value}
      text={text ?? chosen?.text ?? ''}
      isGone={chosen?.isGone ?? true}
    />
  )
}

export const widget: Widget<RelationFormSettings, unknown> = {
  definition,
  Edit: RelationFormEdit,
  CellEdit: (props) => <RelationFormEdit {...props} bare />,
  Cell: NamedCell,
  View: RelationFormView,
}
