import { defineNode } from '../define'

/** Every widget of the registry: documentation, test bed and demonstration at once. */
export const node = defineNode('gallery', { zh: '控件陈列', zhtw: '控件陳列', en: 'Widget gallery' }, {})
