import type { FieldProps } from '@rjsf/utils'
import { isRecord } from '@runtime/json'
import { useHost } from '../../../host'
import { Box } from './box'
import { Choice, Labelled, placeOf } from './frame'
import { PatternLines } from './pattern-lines'
import { Rows } from './rows'
import { TranslatedBox } from './translated'

type Pattern = Readonly<Record<string, unknown>>

/** Patterns that forms ask for again and again, as they are stored. */
const COMMON: Readonly<Record<string, string>> = {
  mobile: '/^1[3-9]\\d{9}$/',
  email: '/^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/',
  idCard: '/^\\d{17}[\\dXx]$/',
  url: '/^https?:\\/\\/\\S+$/',
  number: '/^-?\\d+(\\.\\d+)?$/',
}

/** What a text has to look like, each pattern with the sentence for one that does not. */
export function PatternsEditor(props: FieldProps) {
  const place = placeOf(props)
  const host = useHost()
  const rows = (Array.isArray(props.formData) ? props.formData : []).filter(isRecord) as readonly Pattern[]
  const add = (name: unknown) => {
    const pattern = COMMON[String(name)]
    if (pattern) place.set([...rows, { pattern, message: host.text(`@design.pattern.${name}Wrong`) }])
  }
  return (
    <Labelled place={place}>
      <Rows
        id={place.id}
        label={place.label}
        rows={rows}
        made={(): Pattern => ({ pattern: '', message: '' })}
        onChange={place.set}
        below={(row, set, index) => (
          <PatternLines id={`${place.id}_${index}`} number={index + 1} rule={row} onChange={set} />
        )}
      >
        {(row, set, index) => (
          <>
            <Box
              label={`${host.text('@design.editor.pattern')} ${index + 1}`}
              value={String(row['pattern'] ?? '')}
              onChange={(pattern) => set({ ...row, pattern })}
            />
            <TranslatedBox
              label={`${host.text('@design.editor.message')} ${index + 1}`}
              text={row['message']}
              onChange={(message) => set({ ...row, message })}
            />
          </>
        )}
      </Rows>
      <Choice
        place={{
          field: {
            id: `${place.id}_common`,
            label: host.text('@design.editor.common'),
            placeholder: host.text('@design.editor.common'),
          },
        }}
        options={Object.keys(COMMON).map((name) => ({
          value: name,
          label: host.text(`@design.pattern.${name}`),
        }))}
        value={null}
        onChange={add}
      />
    </Labelled>
  )
}
