export { SettingsInspector } from './settings-inspector'
