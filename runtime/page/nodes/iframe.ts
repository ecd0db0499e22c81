import { Type } from 'typebox'
import { Template, Text } from '../../document/words'
import { defineNode } from '../define'

/** A page of this server, framed; foreign addresses are closed by the content security policy unless it names them. */
export const node = defineNode(
  'iframe',
  { title: { zh: '内嵌页面', zhtw: '內嵌頁面', en: 'Frame' }, icon: 'Link', group: 'content' },
  {
    src: Template,
    title: Text,
    height: Type.Optional(Type.Integer({ minimum: 40, description: 'Pixels; default: the place' })),
  },
)
