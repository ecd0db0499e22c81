export { peopleAndPlaces } from './panes'
export { PeopleCell } from './people-cell'
export { PeopleCellEdit, PeopleEdit } from './people-edit'
export { PeopleView } from './people-view'
