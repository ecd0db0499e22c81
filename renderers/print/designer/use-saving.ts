import { CallError, type Host } from '@runtime/host'
import { useCallback, useRef, useState } from 'react'
import { useHost } from '../../host'
import { bodyOf, type Design, isSameDesign, type StoredTemplate } from './stored-template'
import type { TemplateDraft } from './template-draft'

export interface Saving {
  readonly isSaving: boolean
  /** Why the last attempt failed; null: it did not. */
  readonly error: string | null
  readonly save: () => Promise<void>
}

/**
 * Saves the design of a template, with the rest of it as it is by then: the list may have changed that. What somebody else has
 * designed since is not written over before the person agrees.
 */
export function useSaving(draft: TemplateDraft, opened: StoredTemplate): Saving {
  const host = useHost()
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  /** The design that the person knows of. */
  const known = useRef<Design>(opened)
  const busy = useRef(false)
  const save = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    setError(null)
    try {
      const stored = await infoOf(host, opened.id)
      if (!isSameDesign(stored, known.current) && !(await mayOverwrite(host))) return
      const taken = draft.take()
      const { msg } = await host.call('print.update', bodyOf(stored, draft.design()))
      draft.keep(taken)
      host.toast('success', msg)
      // As it was kept: it is sanitised on the way.
      known.current = await infoOf(host, opened.id)
    } catch (problem) {
      const reason = reasonOf(problem) || host.text('@shell.requestFailed')
      setError(reason)
      host.toast('error', reason)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }, [draft, host, opened.id])
  return { isSaving, error, save }
}

async function infoOf(host: Host, id: string): Promise<StoredTemplate> {
  return (await host.call('print.info', { id })).data as StoredTemplate
}

function mayOverwrite(host: Host): Promise<boolean> {
  return host.confirm({
    title: host.text('@printDesign.changedTitle'),
    text: host.text('@printDesign.changedMeanwhile'),
    danger: true,
  })
}

/** What the server says, with what it says of single members. */
function reasonOf(problem: unknown): string {
  if (!(problem instanceof CallError)) return ''
  const said = problem.errors.map(({ sentence, message }) => sentence ?? message)
  return [problem.message, ...said.filter((line) => line !== problem.message)].join('；')
}
