import type { Text } from '@runtime/text'

/** Rows that one page of a list has; a shorter page is the last (`spec/widgets.md §9`). */
export const PAGE_SIZE = 20

/** One thing of the left pane: what may be chosen, or what it stands in. */
export interface PickerNode {
  /** What is chosen by it, unique among what may be chosen. */
  readonly key: string
  readonly name: string
  /** What it is called outside of its tree, where its name alone would not say: `集团/一分场`. */
  readonly fullName?: string
  /** What it is: `user`, `department` …; decides its mark. */
  readonly kind: string
  /** Said beside the name outside of a tree: where a person works. */
  readonly detail?: string
  /** Address of a person's picture. */
  readonly picture?: string
  readonly choosable: boolean
  readonly hasChildren: boolean
  /** What is below it, where that came with it. */
  readonly children?: readonly PickerNode[]
  /** The source's own record. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** What the right pane shows of something chosen. */
export type PickedNode = Omit<PickerNode, 'choosable' | 'hasChildren' | 'children'>

export interface PickerPage {
  readonly nodes: readonly PickerNode[]
  /** Another page may follow. */
  readonly more: boolean
}

/** How a pane gets what it shows; pages count from 1. */
export type PickerLoad =
  /** A tree that comes whole and is searched here. */
  | { readonly kind: 'tree'; readonly all: (signal: AbortSignal) => Promise<readonly PickerNode[]> }
  /** A tree of which each branch is fetched when it is unfolded; a keyword turns it into a list. */
  | {
      readonly kind: 'lazy'
      readonly children: (parent: PickerNode | null, page: number, signal: AbortSignal) => Promise<PickerPage>
      readonly search: (keyword: string, page: number, signal: AbortSignal) => Promise<PickerPage>
    }
  | {
      readonly kind: 'list'
      readonly page: (keyword: string, page: number, signal: AbortSignal) => Promise<PickerPage>
    }

/** What the left pane can show; several are tabs. */
export interface PickerPane {
  readonly key: string
  readonly title: Text
  readonly load: PickerLoad
  /** Said instead of 暂无数据 where it is known why there is nothing. */
  readonly empty?: string
}

/** A page as the server gives it: full, so another may follow. */
export function pageOf(nodes: readonly PickerNode[]): PickerPage {
  return { nodes, more: nodes.length >= PAGE_SIZE }
}
