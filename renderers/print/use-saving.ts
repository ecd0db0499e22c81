import { useEffect, useRef, useState } from 'react'
import { useHost } from '../host'
import type { Printout } from './printout'
import { wordDocument } from './word'

/** How a printout is saved: by the ending of its file. */
export type SavedAs = 'doc' | 'docx'

/** Saves a printout for Word, one file at a time; what fails is said. A document that nobody waits for any more is given up. */
export function useSaving(printout: Printout | null, fileName: string) {
  const host = useHost()
  const [saving, setSaving] = useState<SavedAs | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const save = async (as: SavedAs) => {
    if (!printout || saving !== null) return
    const own = new AbortController()
    leaving.current = own
    setSaving(as)
    try {
      const url = URL.createObjectURL(await fileOf(printout, as, own.signal))
      try {
        await host.download(url, `${fileName}.${as}`)
      } finally {
        // The browser has begun to save by then; at once, some would find nothing there.
        setTimeout(() => URL.revokeObjectURL(url), 60_000)
      }
    } catch {
      if (!own.signal.aborted) host.toast('error', host.text('@print.saveFailed'))
    } finally {
      if (!own.signal.aborted) setSaving(null)
    }
  }
  return { saving, save }
}

async function fileOf(printout: Printout, as: SavedAs, signal: AbortSignal): Promise<Blob> {
  if (as === 'doc') return wordDocument(printout)
  const { docxOf } = await import('./docx')
  return docxOf(printout, signal)
}
