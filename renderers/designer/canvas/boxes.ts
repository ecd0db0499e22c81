import { type Address, found, pathOf } from '@runtime/design/address'
import { FORM, slotOf } from '@runtime/design/nodes'
import type { Box, NodeBox, Point, SlotBox } from '@runtime/design/place'
import type { DesignSession } from '@runtime/design/session'
import { FORM_SLOT, isSame, NODE_SLOT } from '@runtime/form/formdata/identities'
import type { FormPlan, Origin, PlanNode } from '@runtime/form/plan'

/** What is measured, and from where: positions count from the sheet's corner, so that scrolling changes none. */
export interface MeasuredForm {
  readonly sheet: HTMLElement
  readonly session: DesignSession
  /** Pixels of the sheet between which nodes are measured; what is beyond is not laid out for it. */
  readonly from: number
  readonly to: number
}

/** The boxes of a drawn form: its nodes and the lists that things can be dropped into. */
export function measure({ sheet, session, from, to }: MeasuredForm): SlotBox | null {
  const { plan, tree } = session
  const grid = sheet.querySelector<HTMLElement>('.loam-form-grid[data-slot=""]')
  if (!plan || !grid) return null
  const corner = sheet.getBoundingClientRect()
  const places = placesIn(plan)
  const boxOf = (element: Element): Box => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x - corner.x, y: y - corner.y, width, height }
  }
  const isNear = ({ y, height }: Box) => y < to && y + height > from

  const itemsOf = (list: Element): readonly NodeBox[] =>
    [...list.children].flatMap((element): readonly NodeBox[] => {
      const box = boxOf(element)
      if (!isNear(box)) return []
      if (element.classList.contains('loam-form-run')) return itemsOf(element)
      const { path, node } = (element as HTMLElement).dataset
      const origin = places.get(node ?? path ?? '')
      return origin ? nodeBox(element as HTMLElement, origin, box) : []
    })

  const nodeBox = (element: HTMLElement, origin: Origin, box: Box): readonly NodeBox[] => {
    const node = addressOfOrigin(origin)
    const index = Number(pathOf(tree, node)?.at(-1))
    if (Number.isNaN(index)) return []
    const slots =
      element.dataset['node'] === undefined ? columnsOf(element, node, box) : slotsOf(element, box)
    return [{ node, index, box, ...(slots.length > 0 && { slots }) }]
  }

  /** The lists of a container: its own, or those of its panes that are open. */
  const slotsOf = (element: HTMLElement, box: Box): readonly SlotBox[] => {
    const lists = [...element.querySelectorAll<HTMLElement>('[data-slot]')].filter(
      (list) => list.parentElement?.closest('[data-node]') === element && list.offsetParent !== null,
    )
    return lists.flatMap((list) => {
      const origin = places.get(list.dataset['slot'] ?? '')
      if (!origin) return []
      const around =
        list.dataset['slot'] === element.dataset['node'] ? box : boxOf(list.parentElement ?? list)
      return slotBox(addressOfOrigin(origin), around, itemsOf(list))
    })
  }

  /** The columns of a sub-table stand side by side in its head. */
  const columnsOf = (element: HTMLElement, table: Address, box: Box): readonly SlotBox[] => {
    if (!plan.fields.get(element.dataset['path'] ?? '')?.columns) return []
    const heads = [...element.querySelectorAll<HTMLElement>('[role="columnheader"][data-path]')]
    const items = heads.flatMap((head) => {
      const origin = places.get(head.dataset['path'] ?? '')
      return origin ? nodeBox(head, origin, boxOf(head)) : []
    })
    return [slotBox(table, box, items)]
  }

  const slotBox = (parent: Address, box: Box, items: readonly NodeBox[]): SlotBox => {
    const list = found(tree, slotOf(parent))
    return {
      ...{ parent, box, items, slot: parent === FORM ? FORM_SLOT : NODE_SLOT },
      size: Array.isArray(list) ? list.length : 0,
    }
  }

  return slotBox(FORM, { x: 0, y: 0, width: corner.width, height: corner.height }, itemsOf(grid))
}

/** A node that is chosen, as it is drawn. */
export type ChosenBox = Pick<NodeBox, 'node' | 'box'>

/** The boxes of what is chosen among those that have been measured. */
export function chosenIn(form: SlotBox, { selection: { nodes } }: DesignSession): readonly ChosenBox[] {
  const within = (slot: SlotBox): readonly ChosenBox[] =>
    slot.items.flatMap((item) => [
      ...(nodes.some((node) => isOrigin(item.node, node)) ? [item] : []),
      ...(item.slots ?? []).flatMap(within),
    ])
  return within(form)
}

/** The same where nothing has been measured: of what is not laid out, far from what is seen, there is none. */
export function chosenBoxes(sheet: HTMLElement, session: DesignSession): readonly ChosenBox[] {
  const { plan, selection } = session
  if (!plan || selection.nodes.length === 0) return []
  const corner = sheet.getBoundingClientRect()
  const drawn = drawnBy(sheet, plan, selection.nodes)
  return selection.nodes.flatMap((node, index): readonly ChosenBox[] => {
    const element = drawn[index]
    if (!element?.checkVisibility({ contentVisibilityAuto: true })) return []
    const { x, y, width, height } = element.getBoundingClientRect()
    return [{ node, box: { x: x - corner.x, y: y - corner.y, width, height } }]
  })
}

/** The elements that nodes are drawn by. */
export function drawnBy(
  sheet: HTMLElement,
  plan: FormPlan,
  nodes: readonly Address[],
): readonly (HTMLElement | undefined)[] {
  const names = nodes.map((node) => placeOf(plan, node) ?? '')
  const [only = ''] = names
  const name = CSS.escape(only)
  // Of many the form is gone through once, not once for each.
  const those = names.length > 1 ? '[data-node], [data-path]' : `[data-node="${name}"], [data-path="${name}"]`
  const elements = new Map<string, HTMLElement>()
  for (const element of sheet.querySelectorAll<HTMLElement>(those)) {
    const { node, path = '' } = element.dataset
    if (!elements.has(node ?? path)) elements.set(node ?? path, element)
  }
  return names.map((one) => elements.get(one))
}

/** The head of a pane at a point: what opens it. */
export function paneAt(sheet: HTMLElement, { x, y }: Point, plan: FormPlan): Address | undefined {
  const corner = sheet.getBoundingClientRect()
  for (const head of sheet.querySelectorAll<HTMLElement>('[data-pane]')) {
    const box = head.getBoundingClientRect()
    const [left, top] = [box.x - corner.x, box.y - corner.y]
    if (x < left || x >= left + box.width || y < top || y >= top + box.height) continue
    const origin = placesIn(plan).get(head.dataset['pane'] ?? '')
    if (origin) return addressOfOrigin(origin)
  }
  return undefined
}

/** The plan's node that stands at an address: what the drawn form knows it by. */
export function placeOf(plan: FormPlan, address: Address): string | undefined {
  for (const [place, origin] of placesIn(plan)) if (isOrigin(origin, address)) return place
  return undefined
}

const isOrigin = (one: Origin, other: Origin) => one.node === other.node && isSame(one.path, other.path)

const addressOfOrigin = (origin: Origin): Address => ({ part: 'formData', ...origin })

const known = new WeakMap<FormPlan, ReadonlyMap<string, Origin>>()

/** Where nodes stand in the document, by what the drawn form calls them: a field's path, another node's id. */
function placesIn(plan: FormPlan): ReadonlyMap<string, Origin> {
  const before = known.get(plan)
  if (before) return before
  const places = new Map<string, Origin>()
  for (const field of plan.fields.values()) if (field.designed) places.set(field.path, field.designed.origin)
  const add = (nodes: readonly PlanNode[]) => {
    for (const node of nodes) {
      if (node.origin) places.set(node.kind === 'field' ? node.path : node.id, node.origin)
      if (node.kind === 'container') add(node.children)
    }
  }
  add(plan.nodes)
  known.set(plan, places)
  return places
}
