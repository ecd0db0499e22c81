/** A picture's bytes. */
export interface Picture {
  /** `image/png` … */
  readonly type: string
  /** Base64. */
  readonly bytes: string
}

const INLINE = /^data:(image\/[\w+.-]+);base64,([\w+/=]+)$/

/** Makes what reads pictures by their addresses, each once; null where one is not to be had. */
export function createPictureReader(): (address: string) => Promise<Picture | null> {
  const read = new Map<string, Promise<Picture | null>>()
  return (address) => {
    const inline = INLINE.exec(address)
    if (inline) return Promise.resolve({ type: inline[1] ?? '', bytes: inline[2] ?? '' })
    const picture = read.get(address) ?? fetchPicture(address)
    read.set(address, picture)
    return picture
  }
}

async function fetchPicture(address: string): Promise<Picture | null> {
  try {
    const answer = await fetch(address)
    const type = (answer.headers.get('content-type') ?? '').replace(/;.*/, '').trim()
    if (!answer.ok || !type.startsWith('image/')) return null
    return { type, bytes: base64(new Uint8Array(await answer.arrayBuffer())) }
  } catch {
    return null
  }
}

export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
