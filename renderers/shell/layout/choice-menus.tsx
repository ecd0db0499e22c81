import { Menu } from '@arco-design/web-react'
import { IconFontColors } from '@arco-design/web-react/icon'
import { Icon } from '@renderers/icon'
import { LANGUAGES, type Language } from '@runtime/text'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Dropped } from '../../button'
import { language } from '../language'
import { useTranslate } from '../use-translate'
import { chooseLanguage } from './preferences'
import { SIZES, type Size, settings } from './settings'

/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  zh: '简体中文',
  zhtw: '繁體中文',
  en: 'English',
}

export function LanguageMenu() {
  const translate = useTranslate()
  const { current } = useSnapshot(language)
  return (
    <ChoiceMenu
      name={translate('@shell.language')}
      icon={<Icon name="Language" />}
      current={current}
      choices={LANGUAGES.map((key) => [key, LANGUAGE_NAMES[key]])}
      onChoose={(key) => void chooseLanguage(key as Language)}
    />
  )
}

export function SizeMenu() {
  const translate = useTranslate()
  const { size } = useSnapshot(settings)
  return (
    <ChoiceMenu
      name={translate('@shell.size')}
      icon={<IconFontColors />}
      current={size}
      choices={SIZES.map((key) => [key, translate(`@shell.size_${key}`)])}
      onChoose={(key) => {
        settings.size = key as Size
      }}
    />
  )
}

interface ChoiceMenuProps {
  readonly name: string
  readonly icon: ReactNode
  readonly current: string
  readonly choices: readonly (readonly [key: string, text: string])[]
  readonly onChoose: (key: string) => void
}

function ChoiceMenu({ name, icon, current, choices, onChoose }: ChoiceMenuProps) {
  return (
    <Dropped
      className="loam-icon-button"
      aria-label={name}
      title={name}
      selected={[current]}
      onSelect={onChoose}
      items={choices.map(([key, text]) => <Menu.Item key={key}>{text}</Menu.Item>)}
    >
      {icon}
    </Dropped>
  )
}
