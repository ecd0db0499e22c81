import { formatDate } from '@runtime/date'
import { momentOfValue } from '@runtime/widget/moment-format'
import { SystemValue } from '../shared/shown/system-value'
import type { EditProps, ViewProps, Widget } from '../widget'
import { definition, type OpenDataSettings } from './definition'

/** How a detail writes a record's times (`spec/widgets.md §9`). */
const DETAIL_TIME_FORMAT = 'yyyy-MM-dd HH:mm'

function OpenDataEdit(props: EditProps<OpenDataSettings, string>) {
  return <SystemValue props={props} text={props.value ?? ''} />
}

function OpenDataView({ value, text, settings, host }: ViewProps<OpenDataSettings, string>) {
  const isRecordTime = settings.type === 'createTime' || settings.type === 'modifyTime'
  const zone = host.timeZone ?? null
  const ms = isRecordTime ? momentOfValue(value, zone) : null
  return (
    <span className="loam-detail-text">
      {ms === null ? (text ?? value) : formatDate(ms, DETAIL_TIME_FORMAT, zone)}
    </span>
  )
}

export const widget: Widget<OpenDataSettings, string> = {
  definition,
  Edit: OpenDataEdit,
  View: OpenDataView,
}
