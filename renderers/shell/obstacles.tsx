import { Modal } from '@arco-design/web-react'
import '@arco-design/web-react/es/Modal/style/css.js'
import type { Obstacle } from '@runtime/obstacles'
import { translate } from './language'
import './obstacles.css'

/** Says why something was refused, and what stands in the way: by kind, name and number, each linked to where it can be mended. */
export function showObstacles(
  message: string,
  obstacles: readonly Obstacle[],
  navigate: (path: string) => void,
): void {
  const modal = Modal.warning({
    title: message,
    okText: translate('@common.close'),
    className: 'loam-obstacles-dialog',
    content: (
      <dl className="loam-obstacles">
        {obstacles.map((obstacle) => (
          <Kind
            key={obstacle.kind}
            obstacle={obstacle}
            follow={(path) => {
              modal.close()
              navigate(path)
            }}
          />
        ))}
      </dl>
    ),
  })
}

function Kind({
  obstacle: { kind, count, named },
  follow,
}: {
  readonly obstacle: Obstacle
  readonly follow: (path: string) => void
}) {
  return (
    <>
      <dt>{translate('@action.obstacleKind', { kind, count })}</dt>
      <dd>
        <ul>
          {named.map(({ name, path }) => (
            <li key={`${path} ${name}`}>
              {path === undefined ? (
                name
              ) : (
                <a
                  href={path}
                  onClick={(event) => {
                    if (event.ctrlKey || event.metaKey || event.shiftKey) return
                    event.preventDefault()
                    follow(path)
                  }}
                >
                  {name}
                </a>
              )}
            </li>
          ))}
          {count > named.length && <li>{translate('@action.obstacleMore')}</li>}
        </ul>
      </dd>
    </>
  )
}
