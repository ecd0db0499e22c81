import { NamedCell, PopupField } from '../shared/chooser'
import { LazyFallback, lazy } from '../shared/lazy'
import type { EditProps, Widget } from '../widget'
import { definition, type SerialTemplateSettings } from './definition'

type TemplateProps = EditProps<SerialTemplateSettings, unknown>

const RuleChooser = lazy(async () => (await import('./rule-chooser')).RuleChooser)

function TemplateEdit(props: TemplateProps & { readonly bare?: boolean }) {
  return (
    <PopupField
      props={props}
      source={{ kind: 'serialRule' }}
      member={{ value: 'enCode', text: 'fullName' }}
      columns={[]}
      multiple={false}
      clearable={props.settings.clearable}
      rowsAreWhole
      bare={props.bare ?? false}
      table={(table) => (
        <LazyFallback shown={null}>
          <RuleChooser {...table} />
        </LazyFallback>
      )}
    />
  )
}

export const widget: Widget<SerialTemplateSettings, unknown> = {
  definition,
  Edit: TemplateEdit,
  CellEdit: (props) => <TemplateEdit {...props} bare />,
  Cell: NamedCell,
  View: NamedCell,
}
