import type { FileValue } from '@runtime/widget/stored-file'

/** What the server says of a file that is to be shown. */
export interface Shown {
  readonly name: string
  /** An address that needs no session, for players, for ten minutes. */
  readonly url: string
  /** By its bytes. */
  readonly type: string
  /** Bytes. */
  readonly fileSize: number
}

/** Where a preview gets its files from. */
export interface PreviewSource {
  about(file: FileValue): Promise<Shown>
  bytes(url: string, signal: AbortSignal): Promise<Blob>
}

export type PreviewKind = 'image' | 'pdf' | 'word' | 'sheet' | 'text' | 'video' | 'audio' | 'none'

const MEGABYTE = 2 ** 20
/** Largest file of a kind that is shown, in bytes: each is read whole into the page. */
const LARGEST: Readonly<Partial<Record<PreviewKind, number>>> = {
  image: 50 * MEGABYTE,
  pdf: 200 * MEGABYTE,
  word: 30 * MEGABYTE,
  sheet: 20 * MEGABYTE,
  text: 5 * MEGABYTE,
}

/** How a file can be shown, by its bytes first and by its name where they say too little. */
export function previewOf({ type, name, fileSize }: Shown): PreviewKind {
  const kind = kindOf(type, name.toLowerCase())
  return fileSize > (LARGEST[kind] ?? Number.POSITIVE_INFINITY) ? 'none' : kind
}

/** Why a file is not shown, as a locale key. */
export function whyNotShown({ type, name }: Shown): string {
  const lower = name.toLowerCase()
  if (kindOf(type, lower) !== 'none') return '@preview.tooLarge'
  return lower.endsWith('.doc') ? '@preview.oldWord' : '@preview.unknown'
}

function kindOf(type: string, name: string): PreviewKind {
  if (type.startsWith('image/') && type !== 'image/svg+xml' && !/tiff|heic|photoshop/.test(type))
    return 'image'
  if (type === 'application/pdf') return 'pdf'
  if (/^video\/(mp4|webm|quicktime)/.test(type)) return 'video'
  if (/^audio\//.test(type)) return 'audio'
  const isOffice = /zip|openxml|x-cfb/.test(type)
  if (isOffice && name.endsWith('.docx')) return 'word'
  if (isOffice && /\.xlsx?$/.test(name)) return 'sheet'
  if (/^text\//.test(type)) return name.endsWith('.csv') ? 'sheet' : 'text'
  // A text in an older Chinese encoding is no UTF-8, and its bytes alone do not tell.
  return /\.(txt|log|csv)$/.test(name) && type === 'application/octet-stream' ? 'text' : 'none'
}
