import { describe, expect, it } from 'vitest'
import { definition, destinationOf } from './definition'

describe('link', () => {
  it('follows addresses and places of the product', () => {
    expect(destinationOf(' https://example.com/a?b=1 ')).toEqual({
      kind: 'outside',
      to: 'https://example.com/a?b=1',
    })
    expect(destinationOf('www.example.com')).toEqual({ kind: 'outside', to: 'https://www.example.com' })
    expect(destinationOf('tel:10086')).toEqual({ kind: 'outside', to: 'tel:10086' })
    expect(destinationOf('/dictionary')).toEqual({ kind: 'inside', to: '/dictionary' })
  })

  it.each([
    '',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
  ])('refuses %j', (href) => expect(destinationOf(href)).toBeNull())

  it('reads a stored field, and stands on documented defaults', () => {
    expect(definition.defaults).toEqual({ content: '', href: '', target: '_self', align: 'left' })
    expect(
      definition.fromFormData?.({
        content: '帮助',
        href: 'https://example.com',
        target: '_blank',
        textStyle: { 'text-align': 'center' },
      }),
    ).toEqual({ content: '帮助', href: 'https://example.com', target: '_blank', align: 'center' })
    expect(definition.fromFormData?.({ target: 'x', content: '' })).toEqual({})
  })
})
