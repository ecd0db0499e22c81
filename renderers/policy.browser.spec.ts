import { expect, it } from 'vitest'

it('browser specs run under the product’s policy: code from text is refused', async () => {
  const refused = new Promise<string>((resolve) => {
    const listener = (event: SecurityPolicyViolationEvent) => {
      // This violation is wanted; the others fail the spec in which they happen.
      event.stopImmediatePropagation()
      resolve(event.violatedDirective)
    }
    window.addEventListener('securitypolicyviolation', listener, { capture: true, once: true })
  })
  expect(() => new Function('return 1')()).toThrow()
  expect(await refused).toBe('script-src')
})
