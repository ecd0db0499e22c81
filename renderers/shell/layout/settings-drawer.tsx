import { Switch } from '@arco-design/web-react'
import '@arco-design/web-react/es/Switch/style/css.js'
import { IconCheck } from '@arco-design/web-react/icon'
import { Popup } from '@renderers/dialog'
import { LANGUAGES, type Language } from '@runtime/text'
import { type ReactNode, useId } from 'react'
import { useSnapshot } from 'valtio'
import { language } from '../language'
import { SLIDES, type Slide, theme } from '../theme'
import { type ThemeColour, themeColours } from '../theme-colours'
import { useTranslate } from '../use-translate'
import { LANGUAGE_NAMES } from './choice-menus'
import { chooseLanguage, chooseLayout, chooseTheme } from './preferences'
import { LAYOUTS, type LayoutType, type Settings, SIZES, type Size, settings } from './settings'
import './settings-drawer.css'
import { RadioRow } from '@widgets/shared/radio-row'

/** Width of the product's drawers (`spec/shell-and-monitoring.md §9`). */
const WIDTH = '280px'

const SWITCHES = [
  'sidebarLogo',
  'tagsView',
  'tagsIcon',
  'useCache',
  'showLanguage',
  'showSearch',
] as const satisfies readonly (keyof Settings)[]

/** How the frame looks: everything acts at once (`spec/shell-and-monitoring.md §2.3`). */
export function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Popup
      mode="drawer"
      width={WIDTH}
      title={translate('@shell.settings')}
      className="loam-settings"
      closesBeside
      visible
      onClose={onClose}
    >
      <LayoutChoice />
      <ThemeChoice />
      <ColourChoice />
      <Choices />
      <section>
        <h3>{translate('@shell.parts')}</h3>
        {SWITCHES.map((name) => (
          <Flag key={name} name={name} />
        ))}
      </section>
    </Popup>
  )
}

function LayoutChoice() {
  const translate = useTranslate()
  const { layoutType } = useSnapshot(settings)
  return (
    <Pictures
      title={translate('@shell.layout')}
      name="layout"
      current={layoutType}
      choices={LAYOUTS.map((key) => ({ key, text: translate(`@shell.layout_${key}`) }))}
      onChoose={(key) => void chooseLayout(key as LayoutType)}
    />
  )
}

function ThemeChoice() {
  const translate = useTranslate()
  const { dark, slide } = useSnapshot(theme)
  return (
    <>
      <Pictures
        title={translate('@shell.appearance')}
        name="appearance"
        current={dark ? 'dark' : 'light'}
        choices={(['light', 'dark'] as const).map((key) => ({ key, text: translate(`@shell.${key}`) }))}
        onChoose={(key) => void chooseTheme({ dark: key === 'dark' })}
      />
      <Pictures
        title={translate('@shell.slide')}
        name="slide"
        current={slide}
        choices={SLIDES.map((key) => ({ key, text: translate(`@shell.slide_${key}`) }))}
        onChoose={(key) => void chooseTheme({ slide: key as Slide })}
      />
    </>
  )
}

/** A choice by small drawings of what it does; how they are drawn is in the stylesheet. */
function Pictures({
  title,
  name,
  current,
  choices,
  onChoose,
}: {
  readonly title: string
  readonly name: string
  readonly current: string
  readonly choices: readonly { readonly key: string; readonly text: string }[]
  readonly onChoose: (key: string) => void
}) {
  const id = useId()
  return (
    <fieldset className="loam-settings-pictures">
      <legend>{title}</legend>
      {choices.map(({ key, text }) => (
        <label key={key}>
          <input
            type="radio"
            className="loam-visually-hidden"
            name={id}
            checked={key === current}
            onChange={() => onChoose(key)}
          />
          <span className="loam-settings-picture" data-picture={`${name}-${key}`} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}

function ColourChoice() {
  const translate = useTranslate()
  const id = useId()
  const { colour } = useSnapshot(theme)
  return (
    <fieldset className="loam-settings-colours">
      <legend>{translate('@shell.colour')}</legend>
      {Object.entries(themeColours).map(([key, { value }]) => (
        <label
          key={key}
          title={`${translate(`@shell.colour_${key}`)} ${value}`}
          style={{ background: value }}
        >
          <input
            type="radio"
            className="loam-visually-hidden"
            name={id}
            aria-label={translate(`@shell.colour_${key}`)}
            checked={key === colour}
            onChange={() => void chooseTheme({ colour: key as ThemeColour })}
          />
          {key === colour && <IconCheck />}
        </label>
      ))}
    </fieldset>
  )
}

/** What a phone has no room for in its top bar is here too. */
function Choices() {
  const translate = useTranslate()
  const { size } = useSnapshot(settings)
  const { current } = useSnapshot(language)
  return (
    <>
      <Group title={translate('@shell.language')}>
        <RadioRow
          type="button"
          aria-label={translate('@shell.language')}
          value={current}
          options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(next: Language) => void chooseLanguage(next)}
        />
      </Group>
      <Group title={translate('@shell.size')}>
        <RadioRow
          type="button"
          aria-label={translate('@shell.size')}
          value={size}
          options={SIZES.map((value) => ({ value, label: translate(`@shell.size_${value}`) }))}
          onChange={(next: Size) => {
            settings.size = next
          }}
        />
      </Group>
    </>
  )
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Flag({ name }: { readonly name: (typeof SWITCHES)[number] }) {
  const translate = useTranslate()
  const on = useSnapshot(settings)[name]
  const text = translate(`@shell.${name}`)
  return (
    <div className="loam-settings-switch">
      <span>{text}</span>
      <Switch
        size="small"
        aria-label={text}
        checked={on}
        onChange={(value) => {
          settings[name] = value
        }}
      />
    </div>
  )
}
