export { CodeView } from './code-view'
export { JsonEditor, type TextProblem } from './json-editor'
