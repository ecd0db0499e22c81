import type { Approval } from './approval'
import type { PageParam } from './page-param'

/** A template and a record that it is filled with, as `print.data` answers. */
export interface Printable {
  readonly fullName: string
  /** Sanitised HTML with places. */
  readonly printTemplate: string
  readonly pageParam: PageParam
  /**
   * The record as people read it, flat: texts, the raw value beside a text as `<field>_id`; sub-tables as lists of such rows under
   * their name and, in their order, under `T1`, `T2` and so on.
   */
  readonly printData: Readonly<Record<string, unknown>>
  /** Steps of the record's approval. */
  readonly operatorRecordList: readonly Approval[]
  /** Who asks. */
  readonly printer: { readonly name: string; readonly account: string }
  /** Milliseconds since 1970, by the server's clock. */
  readonly printTime: number
}
