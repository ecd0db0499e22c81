import { Type } from 'typebox'
import { buttonWords } from '../../document/parts/button'
import { withDefault } from '../../document/words'
import { defineNode } from '../define'

/** Loads while its action runs and refuses a second click in the meantime. */
export const node = defineNode(
  'button',
  { title: { zh: '按钮', zhtw: '按鈕', en: 'Button' }, icon: 'Thunderbolt', group: 'act' },
  { ...buttonWords, kind: withDefault(Type.Enum(['primary', 'default', 'text']), 'default') },
)
