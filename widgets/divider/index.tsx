import './divider.css'
import { useFilledText } from '../shared/shown/use-filled-text'
import type { DisplayProps, Widget } from '../widget'
import { type DividerSettings, definition } from './definition'

function DividerDisplay({ id, settings, host, store, record }: DisplayProps<DividerSettings>) {
  const content = useFilledText(settings.content, host, store, record)
  const place = content ? `loam-divider-${settings.contentPosition}` : 'loam-divider-plain'
  return (
    <div id={id} className={`loam-divider ${place}`}>
      {content && <span>{content}</span>}
    </div>
  )
}

export const widget: Widget<DividerSettings> = { definition, Display: DividerDisplay }
