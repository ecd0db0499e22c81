export { PHONE, useMedia } from '@widgets/shared/dialog'
export { FlowChooser } from './flow-chooser'
export { Popup, type PopupProps } from './popup'
