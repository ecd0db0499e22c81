import type { NodeDefinition } from '../node'
import { node as alertNode } from './alert'
import { node as buttonNode } from './button'
import { node as cardNode } from './card'
import { node as chartNode } from './chart'
import { node as descriptionsNode } from './descriptions'
import { node as detailNode } from './detail'
import { node as formNode } from './form'
import { node as galleryNode } from './gallery'
import { node as gridNode } from './grid'
import { node as iframeNode } from './iframe'
import { node as listNode } from './list'
import { node as splitNode } from './split'
import { node as stackNode } from './stack'
import { node as tableNode } from './table'
import { node as tabsNode } from './tabs'
import { node as textNode } from './text'
import { node as toolbarNode } from './toolbar'
import { node as treeNode } from './tree'

/** Every node by name. One file a node; a new one adds its line here and its drawing in renderers/page/nodes. */
export const nodes: ReadonlyMap<string, NodeDefinition> = new Map(
  [
    splitNode,
    tabsNode,
    cardNode,
    stackNode,
    gridNode,
    listNode,
    treeNode,
    tableNode,
    formNode,
    detailNode,
    descriptionsNode,
    chartNode,
    textNode,
    alertNode,
    buttonNode,
    toolbarNode,
    iframeNode,
    galleryNode,
  ].map((node) => [node.name, node]),
)
