import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import type { LngLat } from '../leaflet'
import { areaOf, lengthOf, SQUARE_METRES_OF_MU } from '../measure'
import { Card } from './card'

/** Distance along the places that were taken, and from three on the area between them in m² and mu. */
export function MeasureCard({
  places,
  onPlaces,
  onCentre,
  onClose,
}: {
  readonly places: readonly LngLat[]
  readonly onPlaces: (places: readonly LngLat[]) => void
  readonly onCentre: () => void
  readonly onClose: () => void
}) {
  const { text: translate } = useHost()
  const area = areaOf(places)
  return (
    <Card title={translate('@map.measure')} className="loam-map-low" onClose={onClose}>
      <dl className="loam-map-facts" aria-live="polite">
        <div>
          <dt>{translate('@map.distance')}</dt>
          <dd>{lengthText(lengthOf(places))}</dd>
        </div>
        {places.length > 2 && (
          <div>
            <dt>{translate('@map.area')}</dt>
            <dd>
              {grouped(area, 0)} m² · {grouped(area / SQUARE_METRES_OF_MU, 2)} 亩
            </dd>
          </div>
        )}
      </dl>
      <p className="loam-map-note">{translate('@map.measureHint')}</p>
      <div className="loam-map-acts">
        <Button size="small" onClick={onCentre}>
          {translate('@map.measureCentre')}
        </Button>
        <Button size="small" disabled={places.length === 0} onClick={() => onPlaces(places.slice(0, -1))}>
          {translate('@map.undoPoint')}
        </Button>
        <Button size="small" disabled={places.length === 0} onClick={() => onPlaces([])}>
          {translate('@map.clear')}
        </Button>
      </div>
    </Card>
  )
}

const grouped = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const lengthText = (metres: number) =>
  metres < 1000 ? `${grouped(metres, 1)} m` : `${grouped(metres / 1000, 3)} km`
