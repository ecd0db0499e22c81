import type { ChosenFlow, OpenedPage, RowsPrompt } from '@runtime/host'
import { proxy, ref } from 'valtio/vanilla'

export type ChosenRow = Readonly<Record<string, unknown>>

/** A record, a page or a choice that is shown over the present screen. */
export type Opening = { readonly id: number; readonly close: () => void } & (
  | { readonly kind: 'record'; readonly modelId: string; readonly record: string }
  | { readonly kind: 'page'; readonly page: OpenedPage }
  | {
      readonly kind: 'flows'
      readonly modelId: string | undefined
      readonly choose: (flow: ChosenFlow) => void
    }
  | {
      readonly kind: 'rows'
      readonly prompt: RowsPrompt
      readonly choose: (rows: readonly ChosenRow[]) => void
    }
)

/** What has been opened, the topmost last. */
export const openings = proxy<{ list: Opening[] }>({ list: [] })

let next = 1

export function openRecord({ modelId, id }: { readonly modelId: string; readonly id: string }): void {
  add((common) => ({ ...common, kind: 'record', modelId, record: id }))
}

/** Resolves when the page has been closed. */
export function openPage(page: OpenedPage): Promise<void> {
  return new Promise((resolve) => add((common) => ({ ...common, kind: 'page', page }), resolve))
}

/** Resolves with what was chosen, or with null when the choice was closed. */
export function chooseFlow(prompt: { readonly modelId?: string } = {}): Promise<ChosenFlow | null> {
  return new Promise((resolve) =>
    add(
      (common) => ({ ...common, kind: 'flows', modelId: prompt.modelId, choose: resolve }),
      () => resolve(null),
    ),
  )
}

/** Resolves with the rows that were chosen, or with null when the choice was closed. */
export function chooseRows(prompt: RowsPrompt): Promise<readonly ChosenRow[] | null> {
  return new Promise((resolve) =>
    add(
      (common) => ({ ...common, kind: 'rows', prompt, choose: resolve }),
      () => resolve(null),
    ),
  )
}

function add(make: (common: Pick<Opening, 'id' | 'close'>) => Opening, closed?: () => void): void {
  const id = next++
  const close = () => {
    const index = openings.list.findIndex((opening) => opening.id === id)
    if (index < 0) return
    openings.list.splice(index, 1)
    closed?.()
  }
  openings.list.push(ref(make({ id, close })))
}
