import { describe, expect, it } from 'vitest'
import { optionsFromEnvironment } from './options'

const publicUrl = (LOAM_PUBLIC_URL: string) => optionsFromEnvironment({ LOAM_PUBLIC_URL }, '/').publicUrl

describe('the address of the product', () => {
  it('is an origin; without one there is none', () => {
    expect(publicUrl('https://farm.example/')).toBe('https://farm.example')
    expect(publicUrl('http://10.0.0.5:3000')).toBe('http://10.0.0.5:3000')
    expect(publicUrl('')).toBeUndefined()
  })

  it.each([
    'farm.example',
    'ftp://farm.example',
    'https://farm.example/loam',
    'https://a:b@farm.example',
    'https://farm.example/?x',
  ])('is not %s, and that is said at the start', (address) => {
    expect(() => publicUrl(address)).toThrow('LOAM_PUBLIC_URL')
  })
})
