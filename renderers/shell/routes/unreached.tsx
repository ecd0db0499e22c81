import { Button, Spin } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { askWhy, mayAskWhy } from '@renderers/why/ask-right'
import type { CallAnswer } from '@services/client'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { RouteState } from './frame'
import { useSystemSwitch } from './system-switch'

type Place = CallAnswer<'menu.place'>['data']

/**
 * An address that the person's menu does not have: one that is nobody's leads to 404 (`spec/shell-and-monitoring.md §2.1`), one
 * that they may not see says so and keeps its address.
 */
export function Unreached() {
  const { pathname, search, hash } = useLocation()
  const address = `${pathname}${search}${hash}`
  const { data, error } = useQuery({ call: 'menu.place', input: { path: pathname } })
  if (error || data?.state === 'missing')
    return <Navigate to="/404" replace state={error ? { failed: address } : { missing: address }} />
  if (!data)
    return (
      <div className="loam-screen-note">
        <Spin delay={200} />
      </div>
    )
  if (data.state === 'forbidden') return <Forbidden place={data} />
  if (data.state === 'elsewhere') return <Elsewhere place={data} address={address} />
  return <OpenNow place={data} address={address} />
}

function Forbidden({ place: { title, right, menuId, grantors } }: { readonly place: Place }) {
  const host = useHost()
  const { text } = host
  const names = grantors.map(({ fullName }) => fullName).join(' · ')
  return (
    <RouteState
      icon="Safe"
      title={text('@places.forbidden', { title })}
      text={text('@places.forbiddenText', { title, right })}
    >
      {names !== '' && <span>{text('@places.grantors', { names })}</span>}
      {mayAskWhy(host) && <Button onClick={() => askWhy(host, menuId)}>{text('@permission.why')}</Button>}
      <Link to="/home">{text('@shell.backHome')}</Link>
    </RouteState>
  )
}

function Elsewhere({ place, address }: { readonly place: Place; readonly address: string }) {
  const { text } = useHost()
  const { going, switchTo } = useSystemSwitch()
  return (
    <RouteState
      icon="Apps"
      title={text('@places.elsewhere', { title: place.title, system: place.systemName })}
      text={text('@places.elsewhereText')}
    >
      <Button type="primary" loading={going !== ''} onClick={() => void switchTo(place.systemId, address)}>
        {text('@places.switchAndOpen')}
      </Button>
      <Link to="/home">{text('@shell.backHome')}</Link>
    </RouteState>
  )
}

/** A right that has been given a moment ago; the menu has not followed yet. */
function OpenNow({ place: { title }, address }: { readonly place: Place; readonly address: string }) {
  const { text } = useHost()
  return (
    <RouteState icon="Check" title={text('@places.openNow', { title })} text={text('@places.openNowText')}>
      <a href={address}>{text('@places.loadAgain')}</a>
    </RouteState>
  )
}
