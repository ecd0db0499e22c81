import type { Translate } from '@runtime/host'
import { createTranslator } from '@runtime/text'
import type { Call } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { shippedMessages } from '@tests/fixtures/shipped-messages'
import { describe, expect, it } from 'vitest'
import { ApiError } from './errors'
import { compileInput, KNOWN_MEMBERS } from './validate'

const translate = (text: unknown) => String(text)
const all = Object.values(calls as Readonly<Record<string, Call>>)
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

/** Every member of a part, with a value of a kind that hardly any takes. */
function wrongly(schema: Call['body']): unknown {
  const { properties } = (schema ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> }
  return Object.fromEntries(Object.keys(properties ?? {}).map((name) => [name, [[{ made: 'up' }]]]))
}

/** What a call says to nothing at all, to values of the wrong kind and to members that it does not know. */
function faultsOf(call: Call, say: Translate) {
  const wrong = { params: wrongly(call.params), query: wrongly(call.query), body: wrongly(call.body) }
  const unknown = { ...parts, body: { madeUpMember: 1 } }
  return [parts, wrong, unknown].flatMap((input) => {
    try {
      compileInput(call)(input, say)
      return []
    } catch (error) {
      return (error as ApiError).errors ?? []
    }
  })
}

describe('what is wrong with an input', () => {
  it.each(['zh', 'zhtw', 'en'] as const)('is said in %s without a code name or a locale key', (language) => {
    const { text } = createTranslator(language, shippedMessages())
    let count = 0
    for (const call of all)
      for (const { path, message } of faultsOf(call, text)) {
        count += 1
        const member = path.split('.').pop() ?? ''
        // One word of a language may be a member's name too: such names are told by their capitals or a line.
        if (/[a-z][A-Z]|_/.test(member)) expect(message, `${call.name} ${path}`).not.toContain(member)
        expect(message, `${call.name} ${path}`).not.toMatch(/@\w+\.\w+|^\s*$/)
        if (language !== 'en' && member !== '')
          expect(message.replace(/：.*/, ''), `${call.name} ${path}`).not.toMatch(
            new RegExp(`(^|[^a-z])${member}([^a-z]|$)`),
          )
      }
    expect(count).toBeGreaterThan(500)
    for (const member of KNOWN_MEMBERS) expect(text(`@server.member_${member}`)).not.toMatch(/^@/)
  })

  it.each([
    ['zh', '性别应为整数', '{name}应为整数'],
    ['en', 'Gender must be a whole number', '{name} must be a whole number'],
  ] as const)(
    'is said of a resource by its title in %s, and with a place for a label',
    (language, message, sentence) => {
      const { text } = createTranslator(language, shippedMessages())
      const users = all.find(({ name }) => name === 'users.create') as Call
      const body = { account: 'a', realName: 'b', organizeIds: ['c'], gender: 'x' }
      expect(() => compileInput(users)({ ...parts, body }, text)).toThrow(
        expect.objectContaining({ message, errors: [{ path: 'gender', message, sentence }] }),
      )
    },
  )
})
