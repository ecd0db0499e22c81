import { DocumentPage, type PageViewProps } from './document-page'
import { later } from './later'
import type { Drawings } from './node'
import { ButtonNode } from './nodes/button'
import { CardNode } from './nodes/card'
import { EachNode } from './nodes/each'
import { GridNode } from './nodes/grid'
import { ItemNode } from './nodes/item'
import { ProgressNode } from './nodes/progress'
import { StackNode } from './nodes/stack'
import { StatisticNode } from './nodes/statistic'
import { TextNode } from './nodes/text'

/** What a page of numbers and links is made of is there at once. */
const light: Drawings = {
  ...later,
  button: ButtonNode,
  card: CardNode,
  each: EachNode,
  grid: GridNode,
  item: ItemNode,
  progress: ProgressNode,
  stack: StackNode,
  statistic: StatisticNode,
  text: TextNode,
}

/** As `PageView`, for the first page that a person sees: without the code of forms, lists and dialogs. */
export function LightPage(props: PageViewProps) {
  return <DocumentPage {...props} drawings={light} />
}
