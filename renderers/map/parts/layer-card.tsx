import { Checkbox } from '@arco-design/web-react'
import '@arco-design/web-react/es/Checkbox/style/css.js'
import { useHost } from '@renderers/host'
import { RadioRow } from '@widgets/shared/radio-row'
import { LAYER_NAMES, type LayerName } from '../store/kinds'
import type { TileSource } from '../store/snapshot'
import { Card } from './card'

/** Chooses what is drawn, and on what ground. */
export function LayerCard({
  layers,
  onLayers,
  sources,
  source,
  own,
  onSource,
  onClose,
}: {
  readonly layers: ReadonlySet<LayerName>
  readonly onLayers: (layers: ReadonlySet<LayerName>) => void
  readonly sources: readonly TileSource[]
  /** Key of the chosen source; empty: the plan drawing. */
  readonly source: string
  /** Key of the one that the project begins with. */
  readonly own: string
  readonly onSource: (key: string) => void
  readonly onClose: () => void
}) {
  const { text: translate } = useHost()
  const toggle = (layer: LayerName, on: boolean) => {
    const next = new Set(layers)
    if (on) next.add(layer)
    else next.delete(layer)
    onLayers(next)
  }
  return (
    <Card title={translate('@map.layers')} onClose={onClose}>
      <h3>{translate('@map.background')}</h3>
      <RadioRow
        direction="vertical"
        aria-label={translate('@map.background')}
        value={source}
        onChange={(key: string) => onSource(key)}
        options={[
          { key: '', name: translate('@map.plan') },
          ...sources.map(({ key, name }) => ({ key, name })),
        ].map(({ key, name }) => ({
          value: key,
          label: key === own && sources.length > 0 ? translate('@map.ofProject', { name }) : name,
        }))}
      />
      <h3>{translate('@map.onMap')}</h3>
      <div className="loam-map-checks">
        {LAYER_NAMES.map((layer) => (
          <Checkbox key={layer} checked={layers.has(layer)} onChange={(on) => toggle(layer, on)}>
            {translate(`@map.layer_${layer}`)}
          </Checkbox>
        ))}
      </div>
    </Card>
  )
}
