import { LazyFallback, lazy } from './lazy'

const Icon = lazy(async () => (await import('./icon-set')).IconByName)

/**
 * An icon by name: the library's own (`Search`), or one of `formData` (`el-icon-search`, `icon-ym icon-ym-search`).
 * The set is fetched when a form first asks for one; a name it does not have draws nothing.
 */
export function NamedIcon({ name }: { readonly name: string }) {
  return (
    <LazyFallback shown={null}>
      <Icon name={name} />
    </LazyFallback>
  )
}
