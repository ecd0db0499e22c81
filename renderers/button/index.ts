export { ActButton, type ActButtonProps, type ShownButton } from './act-button'
export { ButtonMenu, type MenuButton } from './button-menu'
export { Dropped, DroppedMenu } from './dropped'
