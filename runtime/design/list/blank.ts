import type { FormPlan } from '../../form/plan'
import type { ModelTree } from '../document'
import { standardButton } from './buttons'
import {
  checkedEntry,
  columnEntry,
  columnsOffered,
  optionEntry,
  searchEntry,
  searchesOffered,
} from './entries'
import { NO_FILTER } from './filter'

type Json = Readonly<Record<string, unknown>>

/** As many columns as stand side by side, and fields that one looks for first. */
const COLUMNS = 8
const SEARCHES = 2

/** The list of a form that has none yet, as the 3.5 designer writes it (`reference/columndata-format.md §1`). */
export function blankList(tree: ModelTree, plan: FormPlan): Json {
  const offered = columnsOffered(tree, plan)
  const plain = offered.filter(({ field }) => !field.table && field.stored)
  const columns = plain.slice(0, COLUMNS)
  const shown = new Set(columns)
  const searched = searchesOffered(tree, plan).filter(({ field }) => !field.table)
  return {
    ruleList: NO_FILTER,
    searchList: searched.slice(0, SEARCHES).map(searchEntry),
    ...{ hasSuperQuery: true, childTableStyle: 1, showSummary: false, summaryField: [] },
    ...{ thousands: false, thousandsField: [], complexHeaderList: [] },
    columnList: columns.map(columnEntry),
    columnOptions: offered.map(optionEntry),
    defaultColumnList: offered.map((one) => checkedEntry(one, shown.has(one))),
    ...{ type: 1, defaultSidx: '', sort: 'desc', hasPage: true, pageSize: 20 },
    ...{ hasTreeQuery: false, treeTitle: '左侧标题', treeDataSource: 'dictionary', treeDictionary: '' },
    ...{ treeRelation: '', treeSynType: 0, treeInterfaceId: '', treeInterfaceName: '' },
    ...{ treeTemplateJson: [], treePropsUrl: '', treePropsName: '', treePropsValue: 'id' },
    ...{ treePropsChildren: 'children', treePropsLabel: 'fullName', groupField: '', parentField: '' },
    ...{ useColumnPermission: false, useFormPermission: false, useBtnPermission: false },
    ...{ useDataPermission: false, printIds: [], customBtnsList: [] },
    btnsList: [standardButton('add'), standardButton('batchRemove')],
    columnBtnsList: [standardButton('edit'), standardButton('remove'), standardButton('detail')],
    funcs: { afterOnload: '', rowStyle: '', cellStyle: '' },
    uploaderTemplateJson: {},
  }
}
