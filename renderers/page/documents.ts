import { type DataCache, dataOf } from '@runtime/data'
import type { LoadedDocument } from '@runtime/document'
import type { Host } from '@runtime/host'
import { useEffect, useMemo, useRef } from 'react'
import { useQuery } from '../data'
import { onDocumentChange } from '../document-changes'

export type DocumentState =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly document: LoadedDocument }
  | { readonly state: 'failed'; readonly message: string }

const TAG = 'documents'
const LOADING: DocumentState = { state: 'loading' }

/** What reads a document below `schemas/`. A broken one is answered with its problems. */
const documentQuery = (file: string) => ({ call: 'documents.read', input: { file }, tags: [TAG] }) as const

/** Fetches a document that will probably be opened. */
export function prefetchDocument(host: Host, file: string): void {
  dataOf(host).prefetch(documentQuery(file))
}

/** A file has changed: what is known of documents may be wrong, also of those that refer to it. */
export function expireDocuments(data: DataCache): void {
  data.expire([TAG])
}

/**
 * A document that follows its file: read again when the server says that it changed. The last content stays until the new
 * one is there, so that nothing flickers.
 */
export function useDocument(file: string): { readonly current: DocumentState; readonly retry: () => void } {
  const { data, error, again } = useQuery(documentQuery(file))
  const message = error?.message
  const current = useMemo((): DocumentState => {
    if (data) return { state: 'ready', document: data }
    return message === undefined ? LOADING : { state: 'failed', message }
  }, [data, message])
  const broken = useRef(false)
  broken.current = data?.content === null
  const uses = useRef<readonly string[]>([])
  uses.current = data?.uses ?? []
  useEffect(
    () =>
      onDocumentChange((changed) => {
        // A broken document may be healed by another file: the form or the text that it missed.
        if (changed === file || uses.current.includes(changed) || broken.current) again()
      }),
    [file, again],
  )
  return { current, retry: again }
}
