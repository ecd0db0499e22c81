const BOUNDARY = 'loam-print-part'

/**
 * A printed page as a Word document (.doc): a web page and its pictures in one file (MHTML), since Word shows no picture
 * that stands in the page's own text.
 */
export async function wordDocument(page: string): Promise<Blob> {
  const held = new DOMParser().parseFromString(page, 'text/html')
  const pictures = await Promise.all(
    [...held.querySelectorAll('img')].map(async (image, at) => {
      const part = await pictureOf(image.src)
      const place = `picture-${at}`
      if (part) image.setAttribute('src', place)
      else image.remove()
      return part && { ...part, place }
    }),
  )
  const html = `<html xmlns:w="urn:schemas-microsoft-com:office:word">${held.head.outerHTML}${held.body.outerHTML}</html>`
  const parts = [
    part('text/html; charset="utf-8"', 'page.html', base64(new TextEncoder().encode(html))),
    ...pictures.flatMap((one) => (one ? [part(one.type, one.place, one.bytes)] : [])),
  ]
  const head = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="${BOUNDARY}"; type="text/html"\r\n\r\n`
  return new Blob([head, ...parts, `--${BOUNDARY}--\r\n`], { type: 'application/msword' })
}

function part(type: string, place: string, bytes: string): string {
  const lines = bytes.replace(/.{76}/g, '$&\r\n')
  return `--${BOUNDARY}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Location: file:///${place}\r\n\r\n${lines}\r\n`
}

/** A picture's bytes in base64; null where they are not to be had. */
async function pictureOf(src: string): Promise<{ readonly type: string; readonly bytes: string } | null> {
  const inline = /^data:(image\/[\w+.-]+);base64,([\w+/=]+)$/.exec(src)
  if (inline) return { type: inline[1] ?? '', bytes: inline[2] ?? '' }
  try {
    const answer = await fetch(src)
    const type = answer.headers.get('content-type') ?? ''
    if (!answer.ok || !type.startsWith('image/')) return null
    return { type, bytes: base64(new Uint8Array(await answer.arrayBuffer())) }
  } catch {
    return null
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
