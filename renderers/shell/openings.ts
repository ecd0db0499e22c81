import type { HostFile, PictureCut } from '@runtime/files'
import type { ChosenFlow, ChosenPerson, ImportPrompt, OpenedPage, RowsPrompt } from '@runtime/host'
import { proxy, ref } from 'valtio/vanilla'

export type ChosenRow = Readonly<Record<string, unknown>>

/** A picture to be cut; `take` is given the piece. */
interface Cut {
  readonly image: ImageBitmap
  readonly cut: PictureCut
  readonly take: (piece: HostFile) => Promise<void>
}

/** A sheet to write on; `take` is given what is written as a data address. */
interface Sheet {
  readonly title: string
  readonly take: (address: string) => Promise<void>
}

/** What a person changes of the account in a dialog of its own. */
export type AccountChange = 'password' | 'mobile'

/** A record, a page, a choice or a picture that is shown over the present screen. */
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
  | {
      readonly kind: 'approver'
      readonly title: string | undefined
      readonly choose: (person: ChosenPerson) => void
    }
  | {
      readonly kind: 'import'
      readonly prompt: ImportPrompt
      /** Rows that have come in, each time that some have. */
      readonly imported: (count: number) => void
    }
  | ({ readonly kind: 'cut' } & Cut)
  | ({ readonly kind: 'sheet' } & Sheet)
  | { readonly kind: AccountChange }
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

/** Resolves with who was chosen, or with null when the choice was closed. */
export function chooseApprover(prompt: { readonly title?: string } = {}): Promise<ChosenPerson | null> {
  return new Promise((resolve) =>
    add(
      (common) => ({ ...common, kind: 'approver', title: prompt.title, choose: resolve }),
      () => resolve(null),
    ),
  )
}

/** Resolves with how many rows were imported, when the import has been closed. */
export function importRows(prompt: ImportPrompt): Promise<number> {
  let all = 0
  const imported = (count: number) => {
    all += count
  }
  return new Promise((resolve) =>
    add(
      (common) => ({ ...common, kind: 'import', prompt, imported }),
      () => resolve(all),
    ),
  )
}

/** Resolves once the picture has been taken (true) or the person has given up. */
export function openCut(cut: Cut): Promise<boolean> {
  return new Promise((resolve) =>
    add(
      (common) => ({ ...common, kind: 'cut', ...cut, take: thenTrue(cut.take, resolve) }),
      () => resolve(false),
    ),
  )
}

/** Resolves once what is written has been taken (true) or the person has given up. */
export function openSheet(sheet: Sheet): Promise<boolean> {
  return new Promise((resolve) =>
    add(
      (common) => ({ ...common, kind: 'sheet', ...sheet, take: thenTrue(sheet.take, resolve) }),
      () => resolve(false),
    ),
  )
}

export function openAccountChange(kind: AccountChange): void {
  add((common) => ({ ...common, kind }))
}

function thenTrue<T>(take: (value: T) => Promise<void>, resolve: (isTaken: boolean) => void) {
  return async (value: T) => {
    await take(value)
    resolve(true)
  }
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
