import { Button, Skeleton } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Skeleton/style/css.js'
import type { CallAnswer } from '@services/client'
import { useCallback, useId, useState } from 'react'
import { useFetched } from '../../detail'
import { useHost } from '../../host'
import { ErrorNote } from '../../page/error-note'
import { Part } from './part'

type Answer = CallAnswer<'visualDevelopment.references'>['data']

/** What names the model, and what its draft names; asked when somebody wants to know. */
export function ModelReferences({ id }: { readonly id: string }) {
  const host = useHost()
  const own = useId()
  const [isAsked, ask] = useState(false)
  const fetch = useCallback(
    async (signal: AbortSignal) =>
      (await host.call('visualDevelopment.references', { id }, { signal })).data as Answer,
    [host, id],
  )
  const { value, error, retry } = useFetched(isAsked ? fetch : null)
  return (
    <section className="loam-publish-references" aria-labelledby={own}>
      <h2 id={own}>{host.text('@release.references')}</h2>
      <div className="loam-publish-acts">
        <Button size="small" onClick={() => (isAsked ? retry() : ask(true))}>
          {host.text(isAsked ? '@common.refresh' : '@release.showReferences')}
        </Button>
      </div>
      {error !== null && <ErrorNote message={error} retry={retry} />}
      {isAsked && !value && error === null && <Skeleton animation text={{ rows: 3 }} />}
      {value && <Found answer={value} />}
    </section>
  )
}

function Found({ answer: { usedBy, uses } }: { readonly answer: Answer }) {
  const host = useHost()
  const kind = (name: string) => host.text(`@release.usedKind.${name}`)
  const named = ({ id, fullName, fields }: Answer['uses'][number]) => {
    const name = fullName === '' ? host.text('@release.namedGone', { id }) : fullName
    return fields.length === 0
      ? name
      : host.text('@release.namedBy', { name, fields: fields.join(host.text('@diff.separator')) })
  }
  return (
    <>
      <Part title={host.text('@release.usedBy')}>
        {usedBy.length === 0 ? (
          <p>{host.text('@release.usedByNothing')}</p>
        ) : (
          <ul>
            {usedBy.map((use) => (
              <li key={`${use.kind} ${use.id}`}>
                <small>{kind(use.kind)}</small> {use.fullName}
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={host.text('@release.namedHere')}>
        {uses.length === 0 ? (
          <p>{host.text('@release.namesNothing')}</p>
        ) : (
          <ul>
            {uses.map((use) => (
              <li key={`${use.kind} ${use.id}`} data-gone={use.fullName === '' || undefined}>
                <small>{kind(use.kind)}</small> {named(use)}
              </li>
            ))}
          </ul>
        )}
      </Part>
    </>
  )
}
