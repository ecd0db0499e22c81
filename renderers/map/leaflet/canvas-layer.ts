import {
  DomUtil,
  type LatLng,
  Layer,
  type LeafletEventHandlerFn,
  type Map as LeafletMap,
  type Point,
  type ZoomAnimEvent,
} from 'leaflet'

/** What a scene draws on: a canvas somewhat larger than the view, in CSS pixels. */
export interface CanvasFrame {
  readonly context: CanvasRenderingContext2D
  readonly zoom: number
  /** Pixel of the world (`worldSize(zoom)`) at the canvas's upper left corner. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Share of the view that is drawn beyond each of its edges, so that a pan moves what is there and draws nothing. */
const PADDING = 0.15
/** Beyond this, more pixels are not seen but paid for. */
const SHARPEST = 2

/**
 * One canvas laid over the map. It is drawn when the view comes to rest or leaves what has been drawn, and when `redraw` is
 * called (once a frame, however often); while the map pans it is moved, while it zooms it is stretched.
 */
export class CanvasLayer extends Layer {
  private readonly draw: (frame: CanvasFrame) => void
  private readonly paneName: string
  private readonly canvas: HTMLCanvasElement
  private readonly context: CanvasRenderingContext2D | null
  private map: LeafletMap | null = null
  /** Upper left corner in pixels of the layer, at the zoom it was drawn for. */
  private corner: Point | null = null
  private cornerPlace: LatLng | null = null
  private drawnZoom = 0
  private request = 0

  /** @param pane name of a Leaflet pane. */
  constructor(draw: (frame: CanvasFrame) => void, pane: string, className: string) {
    super()
    this.draw = draw
    this.paneName = pane
    this.canvas = document.createElement('canvas')
    this.canvas.className = `leaflet-zoom-animated ${className}`
    this.canvas.setAttribute('aria-hidden', 'true')
    this.context = this.canvas.getContext('2d')
  }

  override onAdd(map: LeafletMap): this {
    this.map = map
    map.getPane(this.paneName)?.append(this.canvas)
    this.reset()
    return this
  }

  override onRemove(): this {
    cancelAnimationFrame(this.request)
    this.request = 0
    this.canvas.remove()
    this.map = null
    return this
  }

  override getEvents(): Record<string, LeafletEventHandlerFn> {
    return {
      viewreset: () => this.reset(),
      resize: () => this.reset(),
      moveend: () => this.reset(),
      move: () => this.moved(),
      zoom: () => this.map && this.stretch(this.map.getCenter(), this.map.getZoom()),
      zoomanim: (event) => {
        const { center, zoom } = event as ZoomAnimEvent
        this.stretch(center, zoom)
      },
    }
  }

  /** Draws again with the next frame of the screen. */
  readonly redraw = (): void => {
    if (this.request === 0 && this.map) this.request = requestAnimationFrame(() => this.paint())
  }

  /** Lays the canvas around the view, and draws. */
  private reset(): void {
    const { map, canvas } = this
    if (!map) return
    const size = map.getSize()
    const corner = map.containerPointToLayerPoint(size.multiplyBy(-PADDING)).round()
    const [width, height] = [Math.ceil(size.x * (1 + 2 * PADDING)), Math.ceil(size.y * (1 + 2 * PADDING))]
    const ratio = Math.min(SHARPEST, window.devicePixelRatio)
    if (canvas.width !== width * ratio || canvas.height !== height * ratio) {
      Object.assign(canvas, { width: width * ratio, height: height * ratio })
      Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
    }
    this.corner = corner
    this.cornerPlace = map.layerPointToLatLng(corner)
    this.drawnZoom = map.getZoom()
    DomUtil.setTransform(canvas, corner, 1)
    this.paint()
  }

  private paint(): void {
    cancelAnimationFrame(this.request)
    this.request = 0
    const { map, context, corner, canvas } = this
    // A canvas that is stretched by a zoom under way is drawn when that ends.
    if (!map || !context || !corner || map.getZoom() !== this.drawnZoom) return
    const origin = map.getPixelOrigin()
    const ratio = canvas.width / (Number.parseFloat(canvas.style.width) || 1)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const [width, height] = [canvas.width / ratio, canvas.height / ratio]
    context.clearRect(0, 0, width, height)
    this.draw({
      context,
      zoom: this.drawnZoom,
      left: corner.x + origin.x,
      top: corner.y + origin.y,
      width,
      height,
    })
  }

  private moved(): void {
    const { map, corner } = this
    if (!map || !corner || map.getZoom() !== this.drawnZoom) return
    const size = map.getSize()
    const view = map.containerPointToLayerPoint([0, 0]).subtract(corner)
    const isOutside =
      view.x < 0 || view.y < 0 || view.x > 2 * PADDING * size.x || view.y > 2 * PADDING * size.y
    if (isOutside) this.reset()
  }

  private stretch(center: LatLng, zoom: number): void {
    const { map, cornerPlace } = this
    if (!map || !cornerPlace) return
    const pane = map.getPane('mapPane')
    const shift = pane ? DomUtil.getPosition(pane) : map.getSize().multiplyBy(0)
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(shift).round()
    const place = map.project(cornerPlace, zoom).subtract(origin)
    DomUtil.setTransform(this.canvas, place, map.getZoomScale(zoom, this.drawnZoom))
  }
}
