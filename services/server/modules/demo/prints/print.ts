import type { PageParam } from '@runtime/print'

/** A print template of the demo; its model names it (`printId`). */
export interface DemoPrint {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
  readonly modelId: string
  readonly pageParam: PageParam
  /** HTML with places (`runtime/print/template.ts`). */
  readonly printTemplate: string
}
