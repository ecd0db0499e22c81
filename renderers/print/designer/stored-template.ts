import { type Page, type PageParam, readPageParam, writePageParam } from '@runtime/print'

/** A template as `print.info` has it. */
export interface StoredTemplate {
  readonly id: string
  readonly fullName: string
  readonly enCode: string
  readonly category: string
  readonly type: number
  readonly modelId: string
  readonly printTemplate: string
  readonly pageParam: PageParam
  readonly sortCode: number
  readonly enabledMark: number
  readonly description: string
}

/** What of a template is designed; the rest of it belongs to the list. */
export type Design = Pick<StoredTemplate, 'printTemplate' | 'pageParam'>

/** The members that `print.update` takes: those of the list as they are now, with another design. */
export function bodyOf(stored: StoredTemplate, design: Design) {
  const { id, fullName, enCode, category, type, modelId, sortCode, enabledMark, description } = stored
  return { id, fullName, enCode, category, type, modelId, sortCode, enabledMark, description, ...design }
}

export function isSamePage(one: Page, other: Page): boolean {
  return one === other || JSON.stringify(writePageParam(one)) === JSON.stringify(writePageParam(other))
}

/** Whether two designs are the same, to the sign. */
export function isSameDesign(one: Design, other: Design): boolean {
  return (
    one.printTemplate === other.printTemplate &&
    isSamePage(readPageParam(one.pageParam), readPageParam(other.pageParam))
  )
}
