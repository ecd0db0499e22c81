import { type ModelDocument, type ModelTexts, openModel } from '@runtime/design/document'

/** A draft as its row says it. */
export interface DraftRow {
  readonly id: string
  readonly draft_version: number
  readonly created_at: Date
}

/** Documents that are kept open, so that a step on a large form does not read all of it anew. */
export interface OpenDocuments {
  /** The document of a draft; its texts are asked for where it is not kept. */
  of(row: DraftRow, texts: () => Promise<ModelTexts>): Promise<ModelDocument>
  keep(row: DraftRow, document: ModelDocument, size: number): void
}

const MOST = 8
/** Characters of a document that is kept; one in memory takes some ten bytes for each. */
const LARGEST = 2 ** 20

export function createOpenDocuments(): OpenDocuments {
  const kept = new Map<string, { readonly mark: string; readonly document: ModelDocument }>()
  // A model that was deleted and came again under its id counts from 1 again.
  const markOf = (row: DraftRow) => `${row.draft_version} ${row.created_at.getTime()}`
  return {
    async of(row, texts) {
      const known = kept.get(row.id)
      return known?.mark === markOf(row) ? known.document : openModel(await texts())
    },
    keep(row, document, size) {
      kept.delete(row.id)
      if (size > LARGEST) return
      kept.set(row.id, { mark: markOf(row), document })
      const oldest = kept.keys().next().value
      if (kept.size > MOST && oldest !== undefined) kept.delete(oldest)
    },
  }
}
