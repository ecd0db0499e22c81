export { DraftOffer } from './draft-offer'
export { type FormDraft, useDraft } from './use-draft'
