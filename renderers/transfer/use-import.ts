import type { HostFile } from '@runtime/files'
import { CallError, type Host, type ImportPrompt } from '@runtime/host'
import { newId } from '@runtime/id'
import { IMPORT_FILE_LIMIT } from '@services/client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Column, columnsOf, type Head, type Line, type PreviewRow, type WireRow, withText } from './rows'

/** Milliseconds between two looks at how far an import is. */
const LOOK = 500

export type Step = 'file' | 'rows' | 'result'

/** What an import has come to. */
export interface Outcome {
  readonly snum: number
  readonly fnum: number
  readonly failResult: readonly WireRow[]
  readonly isCancelled: number
}

export interface Importing {
  readonly step: Step
  readonly file: { readonly name: string; readonly sent: string } | null
  readonly heads: readonly Head[]
  readonly columns: readonly Column[]
  readonly rows: readonly PreviewRow[]
  readonly outcome: Outcome | null
  /** What is under way; null: nothing. */
  readonly busy: 'template' | 'upload' | 'preview' | 'import' | 'exceptions' | null
  readonly progress: { readonly text: string; readonly done: number; readonly total: number } | null
  readonly problem: string | null
  template(): Promise<void>
  choose(): Promise<void>
  take(file: HostFile): Promise<void>
  /** From the file to its rows. */
  read(): Promise<void>
  edit(line: Line, column: Column, text: string): Promise<void>
  remove(keys: ReadonlySet<number>): void
  send(): Promise<void>
  cancel(): Promise<void>
  exceptions(): Promise<void>
  /** Back to the file, or from the result to the rows that are not in. */
  back(): void
}

type State = Pick<Importing, 'step' | 'file' | 'heads' | 'rows' | 'outcome' | 'busy' | 'progress' | 'problem'>

const START: State = {
  ...{ step: 'file', file: null, heads: [], rows: [], outcome: null },
  ...{ busy: null, progress: null, problem: null },
}

/** An import from the choice of a file to its result (`spec/administration.md §4`, import dialog). */
export function useImport(host: Host, prompt: ImportPrompt, onImported: (count: number) => void): Importing {
  const [state, setState] = useState<State>(START)
  const now = useRef(state)
  now.current = state
  const ended = useRef(new AbortController())
  const running = useRef<string | null>(null)
  useEffect(() => {
    const { current } = ended
    return () => current.abort()
  }, [])

  const acts = useMemo(() => {
    let keys = 0
    /** The file whose rows are there: who looks back at it keeps what was corrected. */
    let readFile: State['file'] = null
    const { signal } = ended.current
    const set = (more: Partial<State>) => {
      if (!signal.aborted) setState((before) => ({ ...before, ...more }))
    }
    const call = async (name: string, input: Readonly<Record<string, unknown>> = {}) =>
      (await host.call(`${prompt.area}.${name}`, { ...prompt.with, ...input }, { signal })).data
    const preview = (wire: WireRow): PreviewRow => {
      keys += 1
      return { key: keys, wire, isChecking: false }
    }
    /** Does something, which is said while it goes on; a refusal stands on the screen. */
    const doing = async (busy: State['busy'], work: () => Promise<void>) => {
      set({ busy, problem: null })
      try {
        await work()
      } catch (error) {
        if (signal.aborted) return
        set({ problem: error instanceof CallError ? error.message : host.text('@transfer.failed') })
        if (!(error instanceof CallError)) throw error
      } finally {
        set({ busy: null, progress: null })
      }
    }
    const save = async (name: string, input?: Readonly<Record<string, unknown>>) => {
      const { url, name: file } = (await call(name, input)) as { readonly url: string; readonly name: string }
      await host.download(url, file)
    }

    const take = async (file: HostFile) => {
      if (file.size >= IMPORT_FILE_LIMIT)
        return set({ file: null, problem: host.text('@transfer.fileTooLarge') })
      set({ file: null })
      await doing('upload', async () => {
        const sent = (await call('importUpload', { file })) as { readonly name: string }
        set({ file: { name: file.name, sent: sent.name } })
      })
    }

    /** Tells how far it is until `work` has ended. */
    const watched = async <T>(id: string, work: Promise<T>): Promise<T> => {
      const look = async () => {
        try {
          const { data } = await host.call('job.progress', { id }, { signal })
          if (data && running.current === id) set({ progress: data as State['progress'] })
        } catch {
          // The import does not end because it could not be looked at once.
        }
      }
      const timer = setInterval(() => void look(), LOOK)
      try {
        return await work
      } finally {
        clearInterval(timer)
      }
    }

    return {
      template: () => doing('template', () => save('importTemplate')),
      take,
      async choose() {
        const [file] = await host.chooseFiles({ accept: '.xls,.xlsx' })
        if (file) await take(file)
      },
      async read() {
        const { file } = now.current
        if (!file) return set({ problem: host.text('@transfer.noFile') })
        if (file === readFile && now.current.rows.length > 0) return set({ step: 'rows', problem: null })
        await doing('preview', async () => {
          const { headerRow, dataRow } = (await call('importPreview', { fileName: file.sent })) as {
            readonly headerRow: readonly Head[]
            readonly dataRow: readonly WireRow[]
          }
          readFile = file
          set({ step: 'rows', heads: headerRow, rows: dataRow.map(preview) })
        })
      },
      async edit(line: Line, column: Column, text: string) {
        const { key } = line.row
        const wire = withText(line, column, text)
        const put = (judged: WireRow, isChecking: boolean) =>
          setState((before) => ({
            ...before,
            rows: before.rows.map((row) => {
              // What has been edited again meanwhile is judged by its own check.
              if (row.key !== key || (!isChecking && row.wire !== wire)) return row
              return { ...row, wire: judged, isChecking }
            }),
          }))
        put(wire, true)
        try {
          const { list } = (await call('importCheck', { list: [wire] })) as {
            readonly list: readonly WireRow[]
          }
          put(list[0] ?? wire, false)
        } catch (error) {
          if (signal.aborted) return
          put(wire, false)
          set({ problem: error instanceof CallError ? error.message : host.text('@transfer.failed') })
        }
      },
      remove(gone: ReadonlySet<number>) {
        setState((before) => ({ ...before, rows: before.rows.filter(({ key }) => !gone.has(key)) }))
      },
      async send() {
        const { rows } = now.current
        if (rows.length === 0) return set({ problem: host.text('@transfer.empty') })
        const flow = await flowOf(host, prompt)
        if (flow === 'none') return set({ problem: host.text('@transfer.noFlow') })
        if (flow === 'given up') return
        const id = newId(host.now())
        running.current = id
        await doing('import', async () => {
          const list = rows.map(({ wire }) => wire)
          const sent = call('importData', { list, progressId: id, ...(flow && { flowId: flow }) })
          const outcome = (await watched(id, sent)) as Outcome
          onImported(outcome.snum)
          set({ step: 'result', outcome })
        })
        running.current = null
      },
      async cancel() {
        const id = running.current
        if (id !== null) await host.call('job.cancel', { id }).catch(() => undefined)
      },
      exceptions: () =>
        doing('exceptions', () => save('importExceptions', { list: now.current.outcome?.failResult ?? [] })),
      back() {
        const { step, outcome } = now.current
        if (step === 'rows') return set({ step: 'file', problem: null })
        set({ step: 'rows', rows: (outcome?.failResult ?? []).map(preview), outcome: null, problem: null })
      },
    }
  }, [host, prompt, onImported])

  const columns = useMemo(() => columnsOf(state.heads), [state.heads])
  return useMemo(() => ({ ...state, columns, ...acts }), [state, columns, acts])
}

/** The flow with which the rows begin: the only one, one that is chosen, or null where the model has none. */
async function flowOf(host: Host, { flowOf: modelId }: ImportPrompt): Promise<string | null> {
  if (modelId === undefined) return null
  const { data } = await host.call('workflow.listOfModel', { modelId })
  const { list } = data as { readonly list: readonly { readonly id: string }[] }
  if (list.length === 0) return 'none'
  if (list.length === 1) return list[0]?.id ?? 'none'
  return (await host.chooseFlow?.({ modelId }))?.id ?? 'given up'
}
