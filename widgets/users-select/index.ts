import type { PeopleSettings } from '@runtime/widget/people'
import { PeopleCell, PeopleCellEdit, PeopleEdit, PeopleView } from '../shared/picker/people'
import type { Widget } from '../widget'
import { definition } from './definition'

export const widget: Widget<PeopleSettings, unknown> = {
  definition,
  Edit: PeopleEdit,
  CellEdit: PeopleCellEdit,
  View: PeopleView,
  Cell: PeopleCell,
}
