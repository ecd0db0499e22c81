/** What can be put into a template. */
export type Insertable =
  | { readonly kind: 'place'; readonly expression: string }
  | { readonly kind: 'qrcode' | 'barcode' | 'image'; readonly path: string }
  | {
      readonly kind: 'detail'
      readonly table: string
      readonly columns: readonly DetailColumn[]
    }
  | { readonly kind: 'approvals' }
  | { readonly kind: 'pageBreak' }
  | { readonly kind: 'condition' }
  | { readonly kind: 'picture' }
  | { readonly kind: 'table'; readonly rows: number; readonly columns: number }

export interface DetailColumn {
  readonly path: string
  readonly label: string
  readonly jnpfKey?: string
}

/** Type of data that holds the JSON of an `Insertable` while it is dragged. */
export const DRAG_TYPE = 'application/x-loam-print'

const KINDS = [
  ...[
    'place',
    'qrcode',
    'barcode',
    'image',
    'detail',
    'approvals',
    'pageBreak',
    'condition',
    'picture',
    'table',
  ],
]

/** What is dragged; null: nothing that can be put into a template. */
export function draggedInsertable(data: DataTransfer | null): Insertable | null {
  try {
    const item: unknown = JSON.parse(data?.getData(DRAG_TYPE) ?? '')
    const kind = typeof item === 'object' && item !== null && 'kind' in item ? item.kind : null
    return typeof kind === 'string' && KINDS.includes(kind) ? (item as Insertable) : null
  } catch {
    return null
  }
}
