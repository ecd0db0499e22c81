import { describe, expect, it } from 'vitest'
import { gateTo, redirectOf, tokenOfLink } from './redirect'

const HERE = 'https://loam.example'
const leads = (wanted: string) => redirectOf(`?redirect=${encodeURIComponent(wanted)}`)

describe('the way back after signing in', () => {
  it.each(['/system/dictionary', '/record?id=1&tab=2', '/page#part'])('follows %s', (wanted) => {
    expect(leads(wanted)).toBe(wanted)
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'evil',
    '/x/..//evil.example:99999',
    '/login',
    '/login?redirect=%2Flogin',
    '/lockScreen',
    '/./login',
    '',
  ])('does not follow %s', (wanted) => {
    const target = leads(wanted)
    expect(new URL(target, HERE).origin).toBe(HERE)
    expect(target).toMatch(/^\/(?![/\\])/)
    expect(target.replace(/[?#].*$/, '')).not.toMatch(/^\/(login|lockScreen)$/)
  })

  it('is home where nothing is asked for, and never a gate of a gate', () => {
    expect(redirectOf('')).toBe('/')
    expect(gateTo('/login', '/')).toBe('/login?redirect=%2F')
    expect(gateTo('/login', '/login?redirect=%2Fa')).toBe('/login')
    expect(gateTo('/login', '/a?b=1')).toBe('/login?redirect=%2Fa%3Fb%3D1')
  })
})

describe('a token in a link', () => {
  it('is taken out of the address of the pages that may bring one', () => {
    expect(tokenOfLink('/appMap', '?token=abc&project=7')).toEqual({
      token: 'abc',
      rest: '/appMap?project=7',
    })
    expect(tokenOfLink('/workFlowDetail', '?token=abc')).toEqual({ token: 'abc', rest: '/workFlowDetail' })
    expect(tokenOfLink('/auth-redirect', '?token=abc&redirect=%2Fhome')).toEqual({
      token: 'abc',
      rest: '/home',
    })
    expect(tokenOfLink('/auth-redirect', '?token=abc&redirect=%2F%2Fevil.example')?.rest).toBe('/')
  })

  it('leaves the part of the page that the link leads to', () => {
    expect(tokenOfLink('/appMap', '?token=abc&a=1', '#part')?.rest).toBe('/appMap?a=1#part')
    expect(tokenOfLink('/appMap', '?token=abc', '#part')?.rest).toBe('/appMap#part')
    expect(tokenOfLink('/auth-redirect', '?token=abc&redirect=%2Fx%23own', '#part')?.rest).toBe('/x#own')
    expect(tokenOfLink('/auth-redirect', '?token=abc&redirect=/x', '#part')?.rest).toBe('/x#part')
  })

  it('is nothing on any other page, nor where it is empty', () => {
    expect(tokenOfLink('/home', '?token=abc')).toBeNull()
    expect(tokenOfLink('/appAuto', '?token=')).toBeNull()
    expect(tokenOfLink('/appAuto', '')).toBeNull()
  })
})
