export { BoxEnd, type ChosenTag, ChosenTags } from './box-parts'
export { ChoiceBox } from './choice-box'
export { type ChoiceRow, choiceRows, initiallyExpanded } from './rows'
export type { ChoiceBoxProps } from './use-choice-box'
