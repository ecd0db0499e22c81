import { useHost } from '@renderers/host'
import { useStoreVersion } from '../../parts/hooks'
import type { FieldStore } from '../../store/field-store'

/** What a group's pipes should carry and what meters say they do; without a meter nothing is said. */
export function Flows({ store, groupId }: { readonly store: FieldStore; readonly groupId: string }) {
  const { text: translate } = useHost()
  useStoreVersion(store)
  const marked = [...store.highlightPipes.values()].filter(({ lgzId }) => lgzId === groupId)
  const metered = marked.filter(({ measuredFlow }) => typeof measuredFlow === 'number')
  if (metered.length === 0) return null
  return (
    <table className="loam-act-flows">
      <caption>{translate('@irrigation.flows')}</caption>
      <thead>
        <tr>
          <th scope="col">{translate('@irrigation.pipe')}</th>
          <th scope="col">{translate('@irrigation.predicted')}</th>
          <th scope="col">{translate('@irrigation.measured')}</th>
        </tr>
      </thead>
      <tbody>
        {metered.map(({ id, predictedFlow, measuredFlow }) => (
          <tr key={id}>
            <th scope="row">{store.plan?.pipes.find((pipe) => pipe.id === id)?.name ?? id}</th>
            <td>{predictedFlow?.toFixed(0) ?? '–'}</td>
            <td>{measuredFlow?.toFixed(0) ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
