import { SystemValue } from '../shared/shown/system-value'
import type { EditProps, Widget } from '../widget'
import { definition, type SerialNumberSettings } from './definition'

function SerialNumberEdit(props: EditProps<SerialNumberSettings, string>) {
  return <SystemValue props={props} text={props.value ?? ''} />
}

export const widget: Widget<SerialNumberSettings, string> = { definition, Edit: SerialNumberEdit }
