export { PHONE, useMedia } from '@widgets/shared/dialog'
export { ConflictPanel } from './conflict-panel'
export { FlowChooser } from './flow-chooser'
export { Popup, type PopupProps } from './popup'
