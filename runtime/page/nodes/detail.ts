import { Type } from 'typebox'
import { FormFile, Value } from '../../document/words'
import { defineNode } from '../define'

/** A record read-only, drawn by its form. */
export const node = defineNode(
  'detail',
  { zh: '详情', zhtw: '詳情', en: 'Detail' },
  { ref: FormFile, record: Type.Optional(Value) },
)
