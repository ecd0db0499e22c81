import { BARCODE_LINE } from '@runtime/print'
import JsBarcode from 'jsbarcode'
import { toDataURL } from 'qrcode'

/**
 * Makes what puts pictures into the places that filled templates left for codes and images; a code that several of them show is
 * drawn once.
 */
export function createDrawer(): (html: string) => Promise<string> {
  const codes = new Map<string, Promise<string>>()
  const codeOf: CodeOf = (kind, text, size) => {
    const key = `${kind} ${size} ${text}`
    const drawn = codes.get(key) ?? drawCode(kind, text, size)
    codes.set(key, drawn)
    return drawn
  }
  return async (html) => {
    // A document of its own that is never shown: nothing in it is fetched or run.
    const held = new DOMParser().parseFromString(html, 'text/html')
    const places = [...held.querySelectorAll<HTMLImageElement>('img[data-print]')]
    await Promise.all(places.map((place) => draw(place, codeOf)))
    return held.body.innerHTML
  }
}

type CodeOf = (kind: 'qrcode' | 'barcode', text: string, size: number) => Promise<string>

async function draw(place: HTMLImageElement, codeOf: CodeOf): Promise<void> {
  const { print, text = '', size = '' } = place.dataset
  for (const name of ['print', 'text', 'size']) delete place.dataset[name]
  try {
    place.alt = text
    if (print === 'image') {
      place.alt = ''
      place.width = Number(size)
      place.src = text
    } else if (print === 'qrcode') {
      place.width = Number(size)
      place.src = await codeOf('qrcode', text, Number(size))
    } else {
      place.src = await codeOf('barcode', text, Number(size))
    }
  } catch {
    // What no code can hold prints nothing.
    place.remove()
  }
}

/** A code as a data URL; size: CSS pixels of a QR code's side, or of a bar code's lines. */
async function drawCode(kind: 'qrcode' | 'barcode', text: string, size: number): Promise<string> {
  if (kind === 'qrcode') return toDataURL(text, { errorCorrectionLevel: 'H', width: size, margin: 1 })
  const canvas = document.createElement('canvas')
  JsBarcode(canvas, text, { format: 'CODE128', width: BARCODE_LINE, height: size, displayValue: false })
  return canvas.toDataURL()
}
