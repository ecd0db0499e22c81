import { LazyFallback, lazy } from '../shared/lazy'
import '../shared/codes/codes.css'
import { useCodeText } from '../shared/codes/use-code-text'
import type { DisplayProps, Widget } from '../widget'
import { type BarcodeSettings, definition } from './definition'

const Barcode = lazy(() => import('./drawing').then((drawing) => drawing.Barcode))

function BarcodeDisplay({ id, settings, host, store, record }: DisplayProps<BarcodeSettings>) {
  const text = useCodeText(settings, store, record)
  return (
    <div id={id}>
      {/^[a-z\d]+$/i.test(text) ? (
        <LazyFallback shown={<div style={{ height: settings.height + 10 }} />}>
          <Barcode text={text} settings={settings} host={host} />
        </LazyFallback>
      ) : (
        <span className="loam-code-note">
          {host.text(text === '' ? '@inputs.noCodeText' : '@inputs.alphanumericOnly')}
        </span>
      )}
    </div>
  )
}

export const widget: Widget<BarcodeSettings> = { definition, Display: BarcodeDisplay }
