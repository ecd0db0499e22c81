import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'

type Level = 1 | 2 | 3 | 4 | 5 | 6

const LevelContext = createContext<Level>(3)

/** Says which level headings have inside: one below the heading that is above them. Where nobody says, that is a dialog's. */
export const HeadingLevel = LevelContext

/** A heading of the level of its place, so that none is passed over: below a page's name, in a dialog, inside a card. */
export function Heading(props: ComponentProps<'h3'>) {
  const Level = `h${useContext(LevelContext)}` as const
  return <Level {...props} />
}

/** What stands below a heading: headings inside are one level further down; where there is none, they are of its level. */
export function BelowHeading({
  isHeaded = true,
  children,
}: {
  readonly isHeaded?: boolean
  readonly children: ReactNode
}) {
  const level = useContext(LevelContext)
  return <LevelContext value={isHeaded ? (Math.min(level + 1, 6) as Level) : level}>{children}</LevelContext>
}
