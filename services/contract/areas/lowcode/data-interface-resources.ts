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
  acts: { copy: 'dataInterface.copy' },
  none: '@dataInterface.empty',
  keyword: '@dataInterface.keyword',
  right: 'system.dataInterface',
  dialog: { add: '@dataInterface.add', edit: '@dataInterface.edit' },
  titles: {
    ...{ type: '@dataInterface.type', lastModifyTime: '@dataInterface.changed' },
    ...{ parameterJson: '@dataInterface.step.params', fieldJson: '@dataInterface.step.fields' },
    ...{ sql: 'SQL', staticData: '@dataInterface.staticData', url: '@dataInterface.url' },
    ...{ method: '@dataInterface.method', headers: '@dataInterface.headers', query: '@dataInterface.query' },
    ...{ body: '@dataInterface.body', path: '@dataInterface.path' },
  },
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

/** Values that are read out of what an interface answers. */
export const interfaceVariate = defineResource('interfaceVariate', {
  title: '@permission.interfaceVariates',
  key: 'id',
  name: 'fullName',
  tag: 'interfaceVariate',
  list: 'dataInterfaceVariate.list',
  read: 'dataInterfaceVariate.info',
  create: 'dataInterfaceVariate.create',
  update: 'dataInterfaceVariate.update',
  delete: 'dataInterfaceVariate.delete',
  export: 'dataInterfaceVariate.export',
  acts: { copy: 'dataInterfaceVariate.copy' },
  none: '@dataInterface.noVariates',
  keyword: '@common.name',
  right: 'system.dataInterface',
  titles: {
    expression: '@dataInterface.expression',
    refreshTime: '@dataInterface.refreshed',
    interfaceId: '@dataInterface.title',
  },
})
