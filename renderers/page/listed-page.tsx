import { Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Spin/style/css.js'
import { LazyFallback } from '@widgets/shared/lazy'
import { DocumentPage, type PageViewProps } from './document-page'
import { later } from './later'
import type { Drawings } from './node'
import { ListNode } from './nodes/list'
import { SplitNode } from './nodes/split'
import { StackNode } from './nodes/stack'
import { TreeNode } from './nodes/tree'

/** What most pages begin with is there at once: a list, and a tree beside it. */
const listed: Drawings = { ...later, list: ListNode, split: SplitNode, stack: StackNode, tree: TreeNode }

/** As `PageView`, for pages of the menu: without the code of forms, dialogs and rarer nodes. */
export function ListedPage(props: PageViewProps) {
  return (
    <LazyFallback shown={<Spin className="loam-wait" delay={200} />}>
      <DocumentPage {...props} drawings={listed} />
    </LazyFallback>
  )
}
