import { type Change, changesBetween, changeWords } from '@runtime/design/diff'
import type { Translate } from '@runtime/host'
import type { modelVersionCalls } from '@services/contract/areas/lowcode/model-versions'
import type { ResponseOf } from '@services/contract/call'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import type { Content } from './candidate'

type Line = ResponseOf<(typeof modelVersionCalls)['visualDevelopment.version']>['changes'][number]

/** What has become of a model between two of its contents; a first one has become of nothing. */
export function changesOf(before: Content | undefined, after: Content): readonly Change[] {
  return before ? changesBetween(comparedOf(before), comparedOf(after), { catalogue, designed }) : []
}

const comparedOf = (content: Content) => ({
  ...{ fullName: content.full_name, webType: content.web_type },
  ...{ formData: content.form_data, columnData: content.column_data },
  ...{ appColumnData: content.app_column_data, tables: content.tables },
})

/** Changes in a person's language. */
export function changeLines(changes: readonly Change[], text: Translate): Line[] {
  return changes.map((change) => ({
    ...{ kind: change.kind, weight: change.weight, message: changeWords(change, { text }) },
    ...(change.path !== undefined && { path: change.path }),
  }))
}
