import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { describe, expect, it } from 'vitest'
import { ApiError } from './errors'
import { compileInput } from './validate'

const translate = (text: unknown) => String(text)
const parts = { params: {}, query: {}, body: {} }

describe('the schemas of the contract', () => {
  it.each(Object.values(calls as Readonly<Record<string, Call>>).map((call) => [call.name, call] as const))(
    '%s compile',
    (_name, call) => {
      // An empty input is either sound or refused; a schema that AJV cannot compile throws something else.
      try {
        compileInput(call)(parts, translate)
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError)
      }
    },
  )
})
