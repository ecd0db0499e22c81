import { describe, expect, it } from 'vitest'
import { HttpProblem } from '../../../outgoing/fetch'
import { requestOf } from './http-run'

const URL_OF_TENANT = 'https://api.example/tenant/5/{id}'
const secret = [{ field: 'x-key', defaultValue: 'secret' }]
const at = (url: string, id: string) => requestOf({ url, headers: secret }, () => id).url.href

describe('a value in the address of an HTTP interface', () => {
  it.each([
    ['a word', 'maize', 'maize'],
    ['signs of an address', '../a?b#c\\d', '..%2Fa%3Fb%23c%5Cd'],
    ['dots beside something else', 'v1..2', 'v1..2'],
    ['an encoded dot', '%2e%2e', '%252e%252e'],
    ['signs of a pattern', '$&%EE', '$&%EE'.replace('$&', '%24%26').replace('%EE', '%25EE')],
    ['nothing', '', ''],
  ])('stays in its segment: %s', (_, value, written) => {
    expect(at(URL_OF_TENANT, value)).toBe(`https://api.example/tenant/5/${written}`)
  })

  it.each([
    ['as a segment', URL_OF_TENANT, '..'],
    ['as a segment that stays', URL_OF_TENANT, '.'],
    ['between others', 'https://api.example/tenant/{id}/rows', '..'],
    ['beside a dot of the address', 'https://api.example/tenant/.{id}', '.'],
    ['beside an encoded dot of the address', 'https://api.example/tenant/%2e{id}', '.'],
    ['put together', 'https://api.example/tenant/{id}{id}', '.'],
  ])('is refused where its dots would leave it: %s', (_, url, value) => {
    expect(() => at(url, value)).toThrow(HttpProblem)
  })

  it.each(['https://{id}/rows', 'https://api.example:{id}/rows', 'https://a{id}@api.example/rows'])(
    'is no part of the host: %s',
    (url) => {
      expect(() => at(url, '80')).toThrow(HttpProblem)
    },
  )

  it('is as good behind the path, whatever it is', () => {
    expect(at('https://api.example/rows/../list?of={id}', '..')).toBe('https://api.example/list?of=..')
  })
})
