import { Type } from 'typebox'
import { ListFile, ResourceName, SourceName, Text, withDefault } from '../../document/words'
import { listWords } from '../../list/document'
import { defineNode } from '../define'

/** A list, of a document or of the page's own words, over a source of the page; its search, sort and page go with the source's call. */
export const node = defineNode(
  'list',
  { title: { zh: '列表', zhtw: '列表', en: 'List' }, icon: 'List', group: 'data' },
  {
    ref: Type.Optional(ListFile),
    ...listWords,
    columns: Type.Optional(listWords.columns),
    resource: Type.Optional(ResourceName('list')),
    source: SourceName,
    title: Type.Optional(Text),
    localTimes: withDefault(
      Type.Boolean({
        description:
          'Dates of its search go as a clock shows them (2026-06-01 10:20:30), for a call that reads them in the zone of its project',
      }),
      false,
    ),
  },
  {
    ways: ['ref', 'columns'],
    filled: ['source'],
    gives: ({ source }) => ({
      isList: true,
      hears: ['expandAll', 'collapseAll'].map((event) => `${String(source)}.${event}`),
    }),
  },
)
