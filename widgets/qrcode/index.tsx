import { LazyFallback, lazy } from '../shared/lazy'
import '../shared/codes/codes.css'
import { useCodeText } from '../shared/codes/use-code-text'
import type { DisplayProps, Widget } from '../widget'
import { definition, type QrcodeSettings } from './definition'

const Qrcode = lazy(() => import('./drawing').then((drawing) => drawing.Qrcode))

function QrcodeDisplay({ id, settings, host, store, record }: DisplayProps<QrcodeSettings>) {
  const text = useCodeText(settings, store, record)
  const ofRecord = settings.dataType === 'dynamic'
  const name = ofRecord ? host.text('@inputs.recordCode') : host.text('@inputs.qrcodeOf', { text })
  return (
    <div id={id}>
      {text === '' ? (
        <span className="loam-code-note">
          {host.text(ofRecord ? '@inputs.afterSaving' : '@inputs.noCodeText')}
        </span>
      ) : (
        <LazyFallback shown={<div style={{ height: settings.width }} />}>
          <Qrcode text={text} name={name} settings={settings} host={host} />
        </LazyFallback>
      )}
    </div>
  )
}

export const widget: Widget<QrcodeSettings> = { definition, Display: QrcodeDisplay }
