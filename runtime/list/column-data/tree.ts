import { isSecret } from '../../form/secret'
import { fieldOfProp } from '../fields'
import { textOf, titleOf } from '../json'
import type { TreePlan } from '../plan'
import { SECRET_USED } from '../problem'
import type { Reading } from './reading'

/** The tree at the left of a type 2 list; without a source or a field to filter there is none, and the list stays. */
export function treeOf(reading: Reading): TreePlan | undefined {
  const { form, source, lose } = reading
  const field = fieldOfProp(form, source['treeRelation'])
  if (!field) {
    lose('/treeRelation', '@list.treeFieldGone', textOf(source['treeRelation']))
    return undefined
  }
  if (isSecret(field)) {
    lose('/treeRelation', SECRET_USED, textOf(source['treeRelation']), {
      field: textOf(source['treeRelation']),
    })
    return undefined
  }
  const from = sourceOf(reading)
  if (!from) return undefined
  const named = from.kind === 'interface'
  return {
    title: source['treeTitle'] ? titleOf({ label: source['treeTitle'] }, field) : '@list.treeTitle',
    source: from,
    field: field.path,
    value: named || source['treePropsValue'] === 'enCode' ? textOf(source['treePropsValue'], 'id') : 'id',
    label: named ? textOf(source['treePropsLabel'], 'fullName') : 'fullName',
    children: named ? textOf(source['treePropsChildren'], 'children') : 'children',
    filter: source['hasTreeQuery'] === true,
  }
}

function sourceOf({ source, lose }: Reading): TreePlan['source'] | undefined {
  const kind = textOf(source['treeDataSource'], 'dictionary')
  switch (kind) {
    case 'dictionary': {
      const type = textOf(source['treeDictionary'])
      if (type === '') lose('/treeDictionary', '@list.treeSourceMissing')
      return type === '' ? undefined : { kind, type }
    }
    case 'organize':
    case 'department':
      return { kind }
    case 'api': {
      const id = textOf(source['treePropsUrl'])
      if (id === '') lose('/treePropsUrl', '@list.treeSourceMissing')
      return id === '' ? undefined : { kind: 'interface', id, ...lazyOf(source) }
    }
    default:
      // 3.1 read trees straight from database tables (`treeDbTable…`): there are none here to read.
      lose('/treeDataSource', '@list.treeSourceUnknown', undefined, { source: kind })
      return undefined
  }
}

/** Children through a second interface (`treeSynType`, from 3.6 `treeSyncType`). */
function lazyOf(source: Reading['source']): Pick<Extract<TreePlan['source'], { kind: 'interface' }>, 'lazy'> {
  const id = textOf(source['treeInterfaceId'])
  const on = Number(source['treeSynType'] ?? source['treeSyncType'] ?? 0) === 1
  if (!on || id === '') return {}
  const params = source['treeTemplateJson']
  return { lazy: { id, params: Array.isArray(params) ? params : [] } }
}
