import type { Host } from '@runtime/host'
import { readRecord } from '@runtime/widget/read'
import { type PickerNode, type PickerPane, pageOf } from '../shared/picker'
import { type AreaPath, type AreaSettings, isAble } from './definition'

/** Parent of the provinces (`spec/widgets.md §9`). */
const ROOT = '-1'

interface AreaData extends Readonly<Record<string, unknown>> {
  readonly path: AreaPath
  readonly names: readonly string[]
}

/** What stands above a node of the tree, and itself. */
export function placeOf(node: Pick<PickerNode, 'data'>): AreaData {
  return (node.data ?? { path: [], names: [] }) as AreaData
}

/** The tree of areas, each branch fetched when it is unfolded; a keyword finds areas of the asked level. */
export function areaPane(host: Host, settings: AreaSettings): PickerPane {
  return {
    key: 'all',
    title: '@dataWidgets.allData',
    load: {
      kind: 'lazy',
      async children(parent, _, signal) {
        const input = { parentId: parent?.key ?? ROOT, areaId: '0' }
        const { data } = await host.call('area.selector', input, { signal })
        const above = parent ? placeOf(parent) : { path: [], names: [] }
        const nodes = listIn(data).map((area) => {
          const id = String(area['id'])
          const name = String(area['fullName'] ?? id)
          return areaNode(
            { path: [...above.path, id], names: [...above.names, name] },
            settings,
            area['isLeaf'] === true,
          )
        })
        return { nodes, more: false }
      },
      async search(keyword, currentPage, signal) {
        const { level } = settings
        const { data } = await host.call('area.search', { keyword, level, currentPage }, { signal })
        return pageOf(
          listIn(data).map((area) => {
            const place = { path: area['path'] as AreaPath, names: area['names'] as readonly string[] }
            return { ...areaNode(place, settings, true), detail: place.names.slice(0, -1).join('/') }
          }),
        )
      },
    },
  }
}

/** Only what completes the asked depth can be chosen (`spec/widgets.md §5`); what is above it unfolds. */
function areaNode(
  place: AreaData | Omit<AreaData, string>,
  settings: AreaSettings,
  isLeaf: boolean,
): PickerNode {
  const { path, names } = place as AreaData
  const complete = path.length === settings.level + 1
  return {
    key: path.at(-1) ?? '',
    name: names.at(-1) ?? '',
    kind: 'area',
    choosable: complete && isAble(path, settings),
    hasChildren: !complete && !isLeaf,
    data: { path, names },
  }
}

function listIn(data: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list = readRecord(data)?.['list']
  return (Array.isArray(list) ? list : []).map((item: unknown) => readRecord(item) ?? {})
}
