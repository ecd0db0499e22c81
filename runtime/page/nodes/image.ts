import { Type } from 'typebox'
import { Template, Text, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** A picture of this server. What it shows is said in `alt`, for those who do not see it. */
export const node = defineNode(
  'image',
  { title: { zh: '图片', zhtw: '圖片', en: 'Image' }, icon: 'Eye', group: 'content' },
  {
    src: { ...Template, description: 'Address of the picture: /api/file/Image/annex/${row.picture}' },
    alt: { ...Text, description: 'What it shows' },
    caption: Type.Optional({ ...Text, description: 'A line below it' }),
    width: Type.Optional(Type.Integer({ minimum: 16, maximum: 4000, description: 'Pixels at most' })),
    height: Type.Optional(Type.Integer({ minimum: 16, maximum: 4000, description: 'Pixels' })),
    shape: withDefault(Type.Enum(['square', 'round'], { description: 'Of its edge' }), 'square'),
    instead: Type.Optional({ ...Text, description: 'A word in its place while there is no picture' }),
    fit: withDefault(
      Type.Enum(['contain', 'cover'], { description: 'Shown whole, or filling its place and cut' }),
      'contain',
    ),
    preview: withDefault(Type.Boolean({ description: 'A press shows it large' }), true),
  },
)
