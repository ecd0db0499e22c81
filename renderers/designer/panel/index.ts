export { ListRowsProvider } from './list-rows'
export { SettingsInspector } from './settings-inspector'
