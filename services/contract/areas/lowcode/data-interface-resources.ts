import { defineResource } from '../../resource'

/** Data interfaces, as screens speak of them. */
export const dataInterface = defineResource('dataInterface', {
  title: '@dataInterface.title',
  key: 'id',
  name: 'fullName',
  tag: 'dataInterface',
  list: 'dataInterface.list',
  read: 'dataInterface.info',
  create: 'dataInterface.create',
  update: 'dataInterface.update',
  delete: 'dataInterface.delete',
  state: 'dataInterface.setState',
  export: 'dataInterface.export',
  none: '@dataInterface.empty',
  keyword: '@dataInterface.keyword',
  right: 'system.dataInterface',
  titles: { type: '@dataInterface.type', lastModifyTime: '@dataInterface.changed' },
  choices: {
    type: [
      { value: 1, label: '@dataInterface.typeSql', color: 'blue' },
      { value: 2, label: '@dataInterface.typeStatic' },
      { value: 3, label: '@dataInterface.typeHttp', color: 'purple' },
    ],
  },
})

/** Who may run an interface: a part of it. */
export const interfaceRunners = defineResource('interfaceRunners', {
  form: 'system/interface-runners.form.json',
  title: '@dataInterface.whoMayRun',
  dialog: { add: '@dataInterface.whoMayRun', edit: '@dataInterface.whoMayRun' },
  key: 'id',
  name: 'fullName',
  tag: 'dataInterface',
  read: 'dataInterface.runners',
  update: 'dataInterface.setRunners',
  right: 'system.dataInterface',
  titles: { everybody: '@dataInterface.everybody', runners: '@dataInterface.runners' },
})
