export { Popup, type PopupMode, type PopupProps } from './popup'
export { PHONE, useMedia } from './use-media'
