import { createLeafletContext, LeafletContext, type LeafletContextInterface } from '@react-leaflet/core'
import { useLastingEffect } from '@renderers/kept-view'
import { type LatLngTuple, Map as LeafletMap, type MapOptions } from 'leaflet'
import { type ReactNode, useRef, useState } from 'react'

/**
 * A Leaflet map in its place, for the layers of react-leaflet within it. It lasts while its place is hidden: react-leaflet's own
 * container takes its map away then, and shows what is left of it afterwards.
 */
export function MapFrame({
  centre,
  zoom,
  options,
  className,
  children,
}: {
  /** Where the map begins; moved by its handle from then on. */
  readonly centre: LatLngTuple
  readonly zoom: number
  readonly options: MapOptions
  readonly className: string
  readonly children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  const [context, setContext] = useState<LeafletContextInterface | null>(null)
  useLastingEffect(MapFrame, () => {
    const map = new LeafletMap(place.current as HTMLDivElement, options).setView(centre, zoom)
    setContext(createLeafletContext(map))
    return () => {
      map.remove()
    }
  })
  return (
    <div ref={place} className={className}>
      {context && <LeafletContext value={context}>{children}</LeafletContext>}
    </div>
  )
}
