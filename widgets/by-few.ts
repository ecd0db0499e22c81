import type { WidgetCatalogue } from '@runtime/widget/definition'

/**
 * Compiles by few widgets; where another one is named, anew by all of them, which are fetched for it: a promise then.
 */
export function compiledByFew<T>(
  few: WidgetCatalogue,
  compile: (catalogue: WidgetCatalogue) => T,
): T | Promise<T> {
  let isShort = false
  const told = <D>(found: D | undefined) => {
    if (found === undefined) isShort = true
    return found
  }
  const watched: WidgetCatalogue = {
    ...few,
    get: (key) => told(few.get(key)),
    byJnpfKey: (name) => told(few.byJnpfKey(name)),
  }
  const byAll = async () => compile((await import('./definitions')).catalogue)
  try {
    const compiled = compile(watched)
    return isShort ? byAll() : compiled
  } catch (problem) {
    // What was missed may be what it fails by.
    if (isShort) return byAll()
    throw problem
  }
}
