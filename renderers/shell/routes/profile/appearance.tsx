import { Radio } from '@arco-design/web-react'
import '@arco-design/web-react/es/Radio/style/css.js'
import { LANGUAGES, type Language } from '@runtime/text'
import { useSnapshot } from 'valtio'
import { language } from '../../language'
import { LANGUAGE_NAMES } from '../../layout/choice-menus'
import { chooseLanguage, chooseTheme } from '../../layout/preferences'
import { theme } from '../../theme'
import { useTranslate } from '../../use-translate'

/** Language and brightness, which follow the person to other devices. */
export function Appearance() {
  const translate = useTranslate()
  const { current } = useSnapshot(language)
  const { dark } = useSnapshot(theme)
  return (
    <div className="loam-profile-look">
      <h3 id="loam-profile-language">{translate('@places.language')}</h3>
      <Radio.Group
        aria-labelledby="loam-profile-language"
        value={current}
        onChange={(next: Language) => void chooseLanguage(next)}
      >
        {LANGUAGES.map((name) => (
          <Radio key={name} value={name}>
            {LANGUAGE_NAMES[name]}
          </Radio>
        ))}
      </Radio.Group>
      <h3 id="loam-profile-dark">{translate('@places.brightness')}</h3>
      <Radio.Group
        aria-labelledby="loam-profile-dark"
        value={dark}
        onChange={(next: boolean) => void chooseTheme({ dark: next })}
      >
        <Radio value={false}>{translate('@shell.light')}</Radio>
        <Radio value={true}>{translate('@shell.dark')}</Radio>
      </Radio.Group>
      <p className="loam-route-hint">{translate('@places.moreLooks')}</p>
    </div>
  )
}
