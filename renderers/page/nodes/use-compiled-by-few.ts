import type { WidgetCatalogue } from '@runtime/widget/definition'
import { compiledByFew } from '@widgets/by-few'
import { listed } from '@widgets/listed-definitions'
import { useEffect, useMemo, useState } from 'react'

/**
 * What is compiled with widgets: at once with those of most lists, and where a rarer one is named when all of them have come;
 * undefined until then. A fetch that fails is thrown to the nearest boundary.
 */
export function useCompiledByFew<T>(compile: (catalogue: WidgetCatalogue) => T): T | undefined {
  const compiled = useMemo(() => compiledByFew(listed, compile), [compile])
  const [late, setLate] = useState<Late<T>>()
  useEffect(() => {
    if (!(compiled instanceof Promise)) return undefined
    let isGone = false
    const tell = (told: Omit<Late<T>, 'of'>) => isGone || setLate({ of: compiled, ...told })
    compiled.then(
      (result) => tell({ result }),
      (reason) => tell({ failed: { reason } }),
    )
    return () => {
      isGone = true
    }
  }, [compiled])
  if (!(compiled instanceof Promise)) return compiled
  if (late?.of !== compiled) return undefined
  if (late.failed) throw late.failed.reason
  return late.result
}

/** What has become of one compilation that had to wait. */
interface Late<T> {
  readonly of: Promise<T>
  readonly result?: T
  readonly failed?: { readonly reason: unknown }
}
