import { BARCODE_LINE } from '@runtime/print'
import JsBarcode from 'jsbarcode'
import { toDataURL } from 'qrcode'

/** Puts pictures into the places that a filled template left for codes and images. */
export async function drawInto(html: string): Promise<string> {
  // A document of its own that is never shown: nothing in it is fetched or run.
  const held = new DOMParser().parseFromString(html, 'text/html')
  const places = [...held.querySelectorAll<HTMLImageElement>('img[data-print]')]
  await Promise.all(places.map(draw))
  return held.body.innerHTML
}

async function draw(place: HTMLImageElement): Promise<void> {
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
      place.src = await toDataURL(text, { errorCorrectionLevel: 'H', width: Number(size), margin: 1 })
    } else {
      place.src = barcodeOf(text, Number(size))
    }
  } catch {
    // What no code can hold prints nothing.
    place.remove()
  }
}

function barcodeOf(text: string, height: number): string {
  const canvas = document.createElement('canvas')
  JsBarcode(canvas, text, { format: 'CODE128', width: BARCODE_LINE, height, displayValue: false })
  return canvas.toDataURL()
}
