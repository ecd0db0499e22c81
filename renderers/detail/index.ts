export { DetailPopup, type DetailPopupProps, recordIn } from './detail-popup'
export { DetailView } from './detail-view'
export { type Fetched, useFetched } from './use-fetched'
