import '@arco-design/web-react/es/_util/react-19-adapter'
import { afterEach, beforeEach, expect } from 'vitest'

/** The product's own policy: what a widget does here it may do there, and nothing more. */
const policy = Object.assign(document.createElement('meta'), {
  httpEquiv: 'Content-Security-Policy',
  content: "script-src 'self'",
})
document.head.append(policy)

/** One page serves many tests: each begins with nothing chosen, and its first Tab goes to what stands first. */
beforeEach(() => {
  const first = document.createElement('button')
  document.body.prepend(first)
  first.focus()
  first.remove()
})

const violations: string[] = []
document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
  violations.push(`${violatedDirective} refused ${blockedURI} in ${sourceFile}`)
})

afterEach(() => {
  expect(violations.splice(0), 'nothing is refused by the content security policy').toEqual([])
})
