import type { Text } from '@runtime/text'
import type { ReactNode } from 'react'
import type { Reading, ReadRecord } from './use-reading'

/** What can be done to a record beside editing it. */
export interface RecordAct {
  readonly key: string
  readonly text: Text
  readonly icon: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
  /** A button of the model's own: behind the dots, however much room there is. */
  readonly isOwn?: boolean
  readonly run: () => void
}

export interface RecordActsUse extends ReadRecord {
  readonly reading: Reading
  /** The address of the list, below which the record has its own; absent: it has none. */
  readonly path: string | undefined
  readonly onGone: () => void
  /** A deletion has been taken back. */
  readonly onBack: () => void
  /** An act has changed what is shown. */
  readonly onChanged: () => void
  /** The records that it is read among, in their order. */
  readonly ids: readonly string[]
}
