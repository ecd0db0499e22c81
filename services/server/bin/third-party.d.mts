export interface Shipped {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly remark: string
}
export function thirdParty(root: string): Shipped[]
export function writeThirdParty(root: string, folder: string): void
