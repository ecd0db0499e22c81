export { Dialog, type DialogMode, type DialogProps } from './dialog'
export { PHONE, useMedia } from './use-media'
