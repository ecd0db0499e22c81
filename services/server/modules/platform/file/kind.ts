import { fileTypeFromBuffer } from 'file-type'

/** Bytes from a file's beginning that its type is told from. */
export const HEAD = 65_536

const UNKNOWN = 'application/octet-stream'
const TEXT = 'text/plain; charset=utf-8'

/** What browsers show without running anything of it. Markup (SVG, HTML, XML) is none of it: it can hold scripts. */
const SHOWN = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  TEXT,
])

/** The MIME type of a file by its first bytes; its name says nothing. */
export async function typeOf(head: Uint8Array): Promise<string> {
  const found = await recognised(head)
  if (found !== null) return MARKUP.test(found) ? UNKNOWN : found
  return isText(head) && !isMarkup(head) ? TEXT : UNKNOWN
}

const MARKUP = /\/(xml|html|xhtml)|\+xml$|svg/

/** What the library makes of the beginning of a file; it fails on a package that is cut off in the midst of an entry. */
async function recognised(head: Uint8Array): Promise<string | null> {
  try {
    return (await fileTypeFromBuffer(head))?.mime ?? null
  } catch {
    return Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004' ? 'application/zip' : null
  }
}

export function isShown(type: string): boolean {
  return SHOWN.has(type)
}

/** An image as browsers know it; drawings that can hold scripts are none. */
export function isImage(type: string): boolean {
  return type.startsWith('image/') && type !== 'image/svg+xml'
}

function isMarkup(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 1024)).toString('latin1')
  return /^(?:\u00ef\u00bb\u00bf)?\s*<(?:[!?a-z])/i.test(start) || /<(?:svg|html|script)[\s>]/i.test(start)
}

function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false
  try {
    // A character cut off at the end of the head is no fault of the text.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}
