export { DocumentEditor } from './document-editor'
export { LiveExample } from './live-example'
export { SettingsPanel } from './settings-panel'
export { WidgetGallery } from './widget-gallery'
