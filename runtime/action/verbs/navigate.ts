import { Type } from 'typebox'
import { Address } from '../../document/words'
import { defineVerb } from '../define-verb'

/** Goes to another page of the product. */
export const verb = defineVerb(
  'navigate',
  'Goes to another page: /system/dictionary',
  {
    navigate: Address,
    replace: Type.Optional(Type.Boolean({ description: 'Without an entry in the history' })),
  },
  async ({ navigate, replace = false }, { host, scope }) => {
    host.navigate(navigate.evaluate(scope), { replace })
  },
)
