export { peopleAndPlaces } from './panes'
export { PeopleCellEdit, PeopleEdit } from './people-edit'
export { PeopleCell, PeopleView } from './people-view'
