import { SystemValue } from '../shared/shown/system-value'
import type { EditProps, Widget } from '../widget'
import { definition, type OpenDataSettings } from './definition'

function OpenDataEdit(props: EditProps<OpenDataSettings, string>) {
  return <SystemValue props={props} text={props.value ?? ''} />
}

export const widget: Widget<OpenDataSettings, string> = { definition, Edit: OpenDataEdit }
