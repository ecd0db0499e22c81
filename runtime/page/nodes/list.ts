import { Type } from 'typebox'
import { ListFile, SourceName, Text } from '../../document/words'
import { defineNode } from '../define'

/** A list document over a source of the page; its search, sort and page go with the source's call. */
export const node = defineNode(
  'list',
  { zh: '列表', zhtw: '列表', en: 'List' },
  { ref: ListFile, source: SourceName, title: Type.Optional(Text), empty: Type.Optional(Text) },
)
