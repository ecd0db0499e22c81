import { lazy } from '@widgets/shared/lazy'
import type { ComponentType } from 'react'
import { DocumentPage, type PageViewProps } from './document-page'
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

const importDrawings = () => import('./drawings')

/** Fetched with all the others when it is first drawn. */
function later<Name extends keyof Drawings>(name: Name): Drawings[Name] {
  return lazy(async () => (await importDrawings()).drawings[name] as ComponentType<object>) as Drawings[Name]
}

/** What a page of numbers and links is made of is there at once, the rest when it is first drawn. */
const light: Drawings = {
  alert: later('alert'),
  button: ButtonNode,
  calendar: later('calendar'),
  card: CardNode,
  chart: later('chart'),
  code: later('code'),
  descriptions: later('descriptions'),
  designer: later('designer'),
  detail: later('detail'),
  each: EachNode,
  flow: later('flow'),
  form: later('form'),
  gallery: later('gallery'),
  grid: GridNode,
  iframe: later('iframe'),
  image: later('image'),
  item: ItemNode,
  list: later('list'),
  map: later('map'),
  markdown: later('markdown'),
  model: later('model'),
  modelDesigner: later('modelDesigner'),
  portal: later('portal'),
  printDesigner: later('printDesigner'),
  progress: ProgressNode,
  report: later('report'),
  result: later('result'),
  slot: later('slot'),
  split: later('split'),
  stack: StackNode,
  statistic: StatisticNode,
  steps: later('steps'),
  table: later('table'),
  tabs: later('tabs'),
  text: TextNode,
  toolbar: later('toolbar'),
  tree: later('tree'),
}

/** As `PageView`, for the first page that a person sees: without the code of forms, lists and dialogs. */
export function LightPage(props: PageViewProps) {
  return <DocumentPage {...props} drawings={light} />
}
