import { FormFile, Value, withDefault } from '../../document/words'
import { defineNode } from '../define'

/** A record read-only, drawn by its form. */
export const node = defineNode(
  'detail',
  { title: { zh: '详情', zhtw: '詳情', en: 'Detail' }, icon: 'File', group: 'data' },
  { ref: FormFile, record: withDefault(Value, {}) },
  {
    gives: ({ ref, record }) => ({ form: { ref, record } }),
  },
)
