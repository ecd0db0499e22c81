import { Type } from 'typebox'
import { ListFile, SourceName, Text } from '../../document/words'
import { defineNode } from '../define'

/** A list document over a source of the page; its search, sort and page go with the source's call. */
export const node = defineNode(
  'list',
  { zh: '列表', zhtw: '列表', en: 'List' },
  {
    ref: ListFile,
    source: SourceName,
    title: Type.Optional(Text),
    empty: Type.Optional(Text),
    wallTimes: Type.Optional(
      Type.Boolean({
        description:
          'Dates of its search go as a clock shows them (2026-06-01 10:20:30), for a call that reads them in the zone of its project',
      }),
    ),
  },
)
