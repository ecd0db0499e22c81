import type { HostFile } from '@runtime/files'
import type { Host } from '@runtime/host'
import { isSmallEnough } from '@runtime/widget/files'
import type { OutgoingImage } from './threads'

/** How the server calls pictures of the chat. */
const IMAGE_TYPE = 'IM'
/** A picture has to be below it (`spec/shell-and-monitoring.md §5`). */
const LIMIT = { fileSize: 5, sizeUnit: 'MB' } as const
/** Pixels that a picture takes at most, and where its size is not known. */
const MOST = 240
const UNKNOWN = 160

/** The place of a picture before it is there: nothing moves when it comes. */
export function boxOf(width = 0, height = 0) {
  if (width <= 0 || height <= 0) return { width: UNKNOWN, aspectRatio: '1' }
  const scale = Math.min(1, MOST / width, MOST / height)
  return { width: Math.max(44, Math.round(width * scale)), aspectRatio: `${width} / ${height}` }
}

/** A chosen or pasted picture, ready to be sent; null when it is none or too large, which is then said. */
export async function readPicture(file: HostFile, host: Host): Promise<OutgoingImage | null> {
  const refuse = (key: string) => {
    host.toast('error', host.text(key))
    return null
  }
  if (!file.type.startsWith('image/')) return refuse('@chat.imagesOnly')
  if (!isSmallEnough(file.size, LIMIT)) return refuse('@chat.imageTooLarge')
  const size = await sizeOf(file as File)
  if (!size) return refuse('@chat.imagesOnly')
  let sent: Promise<string> | undefined
  const upload = async () => {
    if (!host.files) throw new Error(host.text('@chat.failed'))
    return (await host.files.uploadImage(file, { type: IMAGE_TYPE })).fileId
  }
  return {
    kind: 'image',
    preview: URL.createObjectURL(file as File),
    ...size,
    // What is on the server already is not sent again when only the message has failed.
    upload() {
      sent ??= upload()
      sent.catch(() => {
        sent = undefined
      })
      return sent
    },
  }
}

async function sizeOf(file: File): Promise<{ readonly width: number; readonly height: number } | null> {
  try {
    const image = await createImageBitmap(file)
    const { width, height } = image
    image.close()
    return { width, height }
  } catch {
    // A name and a type say little: its bytes are no picture.
    return null
  }
}
