import type { Drawings } from './node'
import { AlertNode } from './nodes/alert'
import { ButtonNode } from './nodes/button'
import { CalendarNode } from './nodes/calendar'
import { CardNode } from './nodes/card'
import { ChartNode } from './nodes/chart'
import { CodeNode } from './nodes/code'
import { DescriptionsNode } from './nodes/descriptions'
import { DesignerNode } from './nodes/designer'
import { DetailNode } from './nodes/detail'
import { EachNode } from './nodes/each'
import { FlowNode } from './nodes/flow'
import { FormNode } from './nodes/form'
import { GalleryNode } from './nodes/gallery'
import { GridNode } from './nodes/grid'
import { IframeNode } from './nodes/iframe'
import { ImageNode } from './nodes/image'
import { ItemNode } from './nodes/item'
import { ListNode } from './nodes/list'
import { MapNode } from './nodes/map'
import { MarkdownNode } from './nodes/markdown'
import { ModelNode } from './nodes/model'
import { ModelDesignerNode } from './nodes/model-designer'
import { PortalNode } from './nodes/portal'
import { PrintDesignerNode } from './nodes/print-designer'
import { ProgressNode } from './nodes/progress'
import { ReportNode } from './nodes/report'
import { ResultNode } from './nodes/result'
import { SlotNode } from './nodes/slot'
import { SplitNode } from './nodes/split'
import { StackNode } from './nodes/stack'
import { StatisticNode } from './nodes/statistic'
import { StepsNode } from './nodes/steps'
import { TableNode } from './nodes/table'
import { TabsNode } from './nodes/tabs'
import { TextNode } from './nodes/text'
import { ToolbarNode } from './nodes/toolbar'
import { TreeNode } from './nodes/tree'

/** The drawing of every node that `runtime/page/nodes` defines; the type asks for each. */
export const drawings: Drawings = {
  alert: AlertNode,
  button: ButtonNode,
  calendar: CalendarNode,
  card: CardNode,
  chart: ChartNode,
  code: CodeNode,
  descriptions: DescriptionsNode,
  designer: DesignerNode,
  detail: DetailNode,
  each: EachNode,
  flow: FlowNode,
  form: FormNode,
  gallery: GalleryNode,
  grid: GridNode,
  iframe: IframeNode,
  image: ImageNode,
  item: ItemNode,
  list: ListNode,
  map: MapNode,
  markdown: MarkdownNode,
  model: ModelNode,
  modelDesigner: ModelDesignerNode,
  portal: PortalNode,
  printDesigner: PrintDesignerNode,
  progress: ProgressNode,
  report: ReportNode,
  result: ResultNode,
  slot: SlotNode,
  split: SplitNode,
  stack: StackNode,
  statistic: StatisticNode,
  steps: StepsNode,
  table: TableNode,
  tabs: TabsNode,
  text: TextNode,
  toolbar: ToolbarNode,
  tree: TreeNode,
}
