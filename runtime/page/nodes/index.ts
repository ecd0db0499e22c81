import type { PlanOf } from '../../document/plan'
import type { NodeDefinition } from '../node'
import { node as alertNode } from './alert'
import { node as buttonNode } from './button'
import { node as calendarNode } from './calendar'
import { node as cardNode } from './card'
import { node as chartNode } from './chart'
import { node as codeNode } from './code'
import { node as descriptionsNode } from './descriptions'
import { node as designerNode } from './designer'
import { node as detailNode } from './detail'
import { node as eachNode } from './each'
import { node as flowNode } from './flow'
import { node as formNode } from './form'
import { node as galleryNode } from './gallery'
import { node as gridNode } from './grid'
import { node as iframeNode } from './iframe'
import { node as imageNode } from './image'
import { node as itemNode } from './item'
import { node as listNode } from './list'
import { node as mapNode } from './map'
import { node as markdownNode } from './markdown'
import { node as modelNode } from './model'
import { node as modelDesignerNode } from './model-designer'
import { node as portalNode } from './portal'
import { node as printDesignerNode } from './print-designer'
import { node as progressNode } from './progress'
import { node as reportNode } from './report'
import { node as resultNode } from './result'
import { node as slotNode } from './slot'
import { node as splitNode } from './split'
import { node as stackNode } from './stack'
import { node as statisticNode } from './statistic'
import { node as stepsNode } from './steps'
import { node as tableNode } from './table'
import { node as tabsNode } from './tabs'
import { node as textNode } from './text'
import { node as toolbarNode } from './toolbar'
import { node as treeNode } from './tree'

/** Every node. One file a node; a new one adds its line here and its drawing in `renderers/page/drawings.ts`. */
const all = [
  splitNode,
  tabsNode,
  cardNode,
  stackNode,
  gridNode,
  stepsNode,
  eachNode,
  slotNode,
  portalNode,
  listNode,
  treeNode,
  tableNode,
  formNode,
  detailNode,
  descriptionsNode,
  chartNode,
  reportNode,
  mapNode,
  flowNode,
  designerNode,
  modelDesignerNode,
  printDesignerNode,
  modelNode,
  calendarNode,
  statisticNode,
  itemNode,
  progressNode,
  textNode,
  markdownNode,
  codeNode,
  imageNode,
  alertNode,
  resultNode,
  buttonNode,
  toolbarNode,
  iframeNode,
  galleryNode,
] as const

export const nodes: ReadonlyMap<string, NodeDefinition> = new Map(all.map((node) => [node.name, node]))

/** What the nodes compile to, by name. */
export type NodePlans = { readonly [Node in (typeof all)[number] as Node['name']]: PlanOf<Node['schema']> }
