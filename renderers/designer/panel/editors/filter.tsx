import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { IconFilter } from '@arco-design/web-react/icon'
import type { FieldProps } from '@rjsf/utils'
import { designedFilter } from '@runtime/design/list/filter'
import { isSearchable } from '@runtime/list/fields'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import { useState } from 'react'
import { useHost } from '../../../host'
import { usePanel } from '../panel-subject'
import { placeOf } from './frame'

const SuperQuery = lazy(async () => (await import('../../../list/super-query')).SuperQuery)

/** Which records a list is of: conditions over the form's fields, made as a list's own query is. */
export function FilterEditor(props: FieldProps) {
  const place = placeOf(props)
  const host = useHost()
  const { session } = usePanel()
  const [isOpen, open] = useState(false)
  const { plan } = session
  if (!plan) return null
  const { count, broken, sound } = designedFilter(props.formData, plan)
  const fields = [...plan.fields.values()].filter(isSearchable)
  const word = (key: string, params = {}) => host.text(`@listDesign.filter.${key}`, params)
  return (
    <>
      <span id={`${place.id}_label`} className="loam-form-label">
        {place.label}
      </span>
      <fieldset id={place.id} aria-labelledby={`${place.id}_label`} className="loam-inspector-filter">
        <span>{count === 0 ? word('none') : word('count', { count })}</span>
        <Button
          size="small"
          icon={<IconFilter />}
          // What cannot be read would be lost there without a word.
          disabled={broken.length > 0}
          onClick={() => open(true)}
        >
          {word('edit')}
        </Button>
        {broken.length > 0 && (
          <div role="alert" className="loam-inspector-wrong">
            <p>{word('broken')}</p>
            <ul>
              {broken.map(({ text, params }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: conditions have nothing else that tells them apart.
                <li key={index}>{host.text(text, params)}</li>
              ))}
            </ul>
            <Button size="mini" status="danger" onClick={() => place.set(sound)}>
              {word('remove')}
            </Button>
          </div>
        )}
      </fieldset>
      {isOpen && (
        <LazyFallback shown={null}>
          <SuperQuery
            title={place.label}
            words={{ search: host.text('@common.confirm'), reset: word('clear') }}
            fields={fields}
            value={sound}
            onSearch={(query) => place.set(query)}
            onClose={() => open(false)}
          />
        </LazyFallback>
      )}
    </>
  )
}
