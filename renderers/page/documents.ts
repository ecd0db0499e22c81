import type { LoadedDocument } from '@runtime/document'
import type { Host } from '@runtime/host'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onDocumentChange } from '../document-changes'
import { useHost } from '../host'

export type DocumentState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly document: LoadedDocument }
  | { readonly state: 'failed'; readonly message: string }

/** Reads a document below `schemas/`. A broken one is answered with its problems, not thrown. */
export async function readDocument(host: Host, file: string): Promise<LoadedDocument> {
  const { data } = await host.call('documents.read', { file })
  return data as LoadedDocument
}

/**
 * A document that follows its file: read again when the server says that it changed. The last sound content stays until
 * the new one is there, so that nothing flickers.
 */
export function useDocument(file: string): { readonly current: DocumentState; readonly retry: () => void } {
  const host = useHost()
  const [current, setCurrent] = useState<DocumentState>({ state: 'loading' })
  const read = useCallback(() => {
    let alive = true
    readDocument(host, file).then(
      (document) =>
        alive && setCurrent((known) => (sameVersion(known, document) ? known : { state: 'ready', document })),
      (error: Error) => alive && setCurrent({ state: 'failed', message: error.message }),
    )
    return () => {
      alive = false
    }
  }, [host, file])
  const broken = useRef(false)
  broken.current = current.state === 'ready' && current.document.problems.length > 0
  useEffect(() => {
    let stop = read()
    const unsubscribe = onDocumentChange((changed) => {
      // A broken document may be healed by another file: the form or the text that it missed.
      if (changed !== file && !broken.current) return
      stop()
      stop = read()
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [read, file])
  return { current, retry: read }
}

function sameVersion(known: DocumentState, document: LoadedDocument): boolean {
  return (
    known.state === 'ready' &&
    known.document.version === document.version &&
    known.document.problems.length === document.problems.length
  )
}
