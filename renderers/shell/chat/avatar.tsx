import { useHost } from '@renderers/host'
import type { Host } from '@runtime/host'
import { useStoredImage } from '@widgets/shared/files/use-stored-image'
import type { Person } from './conversations'

/** A person's picture, or the first sign of their name; a dot where they have the product open. */
export function Avatar({
  person,
  isOnline = false,
}: {
  readonly person: Pick<Person, 'realName' | 'account' | 'headIcon'>
  readonly isOnline?: boolean
}) {
  const host = useHost()
  const name = nameOf(person)
  return (
    <span className="loam-chat-avatar">
      <span className="loam-chat-face" aria-hidden="true">
        {person.headIcon === '' ? initialOf(name) : <Picture url={person.headIcon} name={name} host={host} />}
      </span>
      {isOnline && <span className="loam-chat-online" role="img" aria-label={host.text('@chat.online')} />}
    </span>
  )
}

function Picture({ url, name, host }: { readonly url: string; readonly name: string; readonly host: Host }) {
  const { src } = useStoredImage(host, url)
  return src === null ? initialOf(name) : <img src={src} alt="" />
}

export function nameOf({ realName, account }: Pick<Person, 'realName' | 'account'>): string {
  return realName || account
}

/** The family name of a Chinese name; the first letter of any other. */
function initialOf(name: string): string {
  return ([...name][0] ?? '').toUpperCase()
}
