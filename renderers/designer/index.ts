export { SettingsPanel } from './settings-panel'
export { WidgetGallery } from './widget-gallery'
