import {
  IconFile,
  IconFileAudio,
  IconFileImage,
  IconFilePdf,
  IconFileVideo,
} from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'

/** What a file shows itself as, by the ending of its name. */
export type FileKind = 'image' | 'pdf' | 'word' | 'sheet' | 'text' | 'video' | 'audio' | 'other'

const ENDINGS: readonly (readonly [FileKind, RegExp])[] = [
  // `spec/shell-and-monitoring.md §2.3` names the first five; browsers show the others as well.
  ['image', /\.(png|jpe?g|bmp|gif|webp|avif)$/],
  ['pdf', /\.pdf$/],
  ['word', /\.docx?$/],
  ['sheet', /\.(xlsx?|csv)$/],
  ['text', /\.(txt|log|md|json|xml|ya?ml|ini|sql)$/],
  ['video', /\.(mp4|webm|mov|m4v)$/],
  ['audio', /\.(mp3|wav|ogg|m4a|aac)$/],
]

export function kindOf(name: string): FileKind {
  const lower = name.toLowerCase()
  return ENDINGS.find(([, pattern]) => pattern.test(lower))?.[0] ?? 'other'
}

const ICONS: Readonly<Partial<Record<FileKind, ReactNode>>> = {
  image: <IconFileImage />,
  pdf: <IconFilePdf />,
  video: <IconFileVideo />,
  audio: <IconFileAudio />,
}

export function FileIcon({ name }: { readonly name: string }) {
  const kind = kindOf(name)
  return (
    <span className="loam-file-icon" data-kind={kind} aria-hidden>
      {ICONS[kind] ?? <IconFile />}
    </span>
  )
}
