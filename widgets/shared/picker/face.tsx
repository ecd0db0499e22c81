import './face.css'
import {
  IconApps,
  IconBranch,
  IconCommon,
  IconFolder,
  IconHome,
  IconIdcard,
  IconLocation,
  IconSafe,
  IconUserGroup,
} from '@arco-design/web-react/icon'
import type { ComponentType } from 'react'
import type { PickedNode } from './source'

const MARKS: Readonly<Record<string, ComponentType>> = {
  top: IconApps,
  company: IconHome,
  department: IconBranch,
  position: IconIdcard,
  role: IconSafe,
  group: IconUserGroup,
  area: IconLocation,
  system: IconCommon,
}

/** The mark of what something is: a person's picture, or the sign of its kind. */
export function Face({ node }: { readonly node: Pick<PickedNode, 'kind' | 'name' | 'picture'> }) {
  if (node.kind === 'user') return <Avatar name={node.name} picture={node.picture} />
  const Mark = MARKS[node.kind] ?? IconFolder
  return (
    <span className="loam-face-mark" aria-hidden="true">
      <Mark />
    </span>
  )
}

/** A person's picture; without one, or until it is there, the name's sign. */
export function Avatar({ name, picture }: { readonly name: string; readonly picture?: string | undefined }) {
  return (
    <span className="loam-face" aria-hidden="true">
      {signOf(name)}
      {picture && (
        <img
          src={picture}
          alt=""
          loading="lazy"
          onError={({ currentTarget }) => {
            currentTarget.hidden = true
          }}
        />
      )}
    </span>
  )
}

/** The last character of a Chinese name, the first letter of another. */
function signOf(name: string): string {
  const letters = [...name.trim()]
  const last = letters.at(-1) ?? ''
  return /\p{Script=Han}/u.test(last) ? last : (letters[0]?.toUpperCase() ?? '')
}
