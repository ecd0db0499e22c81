import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it } from 'vitest'
import { widget as card } from '../card'
import { widget as groupTitle } from '../group-title'
import type { Widget } from '../widget'
import { datesHost } from './dates/testing'
import { Dialog } from './dialog'
import { HeadingLevel } from './heading'

let root: Root | undefined
afterEach(() => root?.unmount())

const host = datesHost()
const { Display } = groupTitle as Widget
const { Layout } = card as Widget
const title = (name: string) =>
  Display && (
    <Display
      id={name}
      label={name}
      host={host}
      settings={groupTitle.definition.defaults}
      {...({} as { store: never; record: never })}
    />
  )
const framed = (name: string, inner: ReactNode) =>
  Layout && (
    <Layout
      id={`card ${name}`}
      label={name}
      host={host}
      gutter={16}
      panes={[]}
      settings={card.definition.defaults}
    >
      {inner}
    </Layout>
  )

function headings(element: ReactNode): readonly string[] {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  flushSync(() => root?.render(element))
  return [...document.querySelectorAll('h1, h2, h3, h4')].map((one) => `${one.tagName} ${one.textContent}`)
}

it('passes no level over, wherever a form stands', () => {
  expect(
    headings(
      <HeadingLevel value={2}>
        {title('组')}
        {framed('卡', title('内'))}
        {framed('', title('旁'))}
        <Dialog host={host} mode="general" width="400px" title="框" visible onClose={() => undefined}>
          {title('里')}
        </Dialog>
      </HeadingLevel>,
    ),
  ).toEqual(['H2 组', 'H2 卡', 'H3 内', 'H2 旁', 'H2 框', 'H3 里'])
})
