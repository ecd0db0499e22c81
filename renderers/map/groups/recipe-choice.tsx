import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { useId } from 'react'

interface Recipe {
  readonly id: string
  readonly name?: string
}
/** As many as a project will have. */
const MOST = 500

/** Which fertilizer goes into the water; nothing at all in a project without recipes. */
export function RecipeChoice({
  projectId,
  chosen,
  onChosen,
}: {
  readonly projectId: string
  readonly chosen: string | null
  readonly onChosen: (recipeId: string | null) => void
}) {
  const { text: translate } = useHost()
  const id = useId()
  const { data } = useQuery({ call: 'fieldRecipe.list', input: { projectId, pageSize: MOST } })
  if (!data || (data.list.length === 0 && chosen === null)) return null
  return (
    <>
      <label htmlFor={id}>{translate('@irrigation.recipe')}</label>
      <select id={id} value={chosen ?? ''} onChange={({ target }) => onChosen(target.value || null)}>
        <option value="">{translate('@irrigation.noRecipe')}</option>
        {(data.list as readonly Recipe[]).map(({ id: recipeId, name }) => (
          <option key={recipeId} value={recipeId}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}
