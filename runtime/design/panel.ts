import { compileExpression, type Expression, scopeOf } from '../expression'
import type { DesignedWidget } from '../widget/design'
import { SECTIONS, type Section, type SettingPlace } from '../widget/setting-place'

type Json = Readonly<Record<string, unknown>>

/** A part of the settings panel: names of settings, in the order of the widget's schema. */
export interface PanelSection {
  readonly section: Section
  readonly plain: readonly string[]
  /** Folded away. */
  readonly advanced: readonly string[]
}

/** What of a widget's settings a panel shows for these, part by part; parts with nothing to show are left out. */
export function panelOf({ definition, places }: DesignedWidget, settings: Json): readonly PanelSection[] {
  const nothing = Object.fromEntries(Object.keys(definition.settings.properties).map((name) => [name, null]))
  return sectionsOf(places, { ...nothing, ...definition.defaults, ...settings })
}

/** Settings that are shown while they have these values, by the places they have; one that is not said counts as null. */
export function sectionsOf(places: ReadonlyMap<string, SettingPlace>, values: Json): readonly PanelSection[] {
  const nothing = Object.fromEntries([...places.keys()].map((name) => [name, null]))
  const scope = scopeOf({ ...nothing, ...values })
  const shown = [...places].filter(
    ([, { when }]) => when === undefined || whenOf(when).evaluate(scope) === true,
  )
  const namesIn = (section: Section, isAdvanced: boolean) =>
    shown.flatMap(([name, place]) =>
      place.section === section && (place.advanced === true) === isAdvanced ? [name] : [],
    )
  return SECTIONS.map((section) => ({
    section,
    plain: namesIn(section, false),
    advanced: namesIn(section, true),
  })).filter(({ plain, advanced }) => plain.length + advanced.length > 0)
}

const known = new Map<string, Expression>()

/** Their texts are the widgets' own: there are a few dozen. */
function whenOf(source: string): Expression {
  const expression = known.get(source) ?? compileExpression(source)
  known.set(source, expression)
  return expression
}
