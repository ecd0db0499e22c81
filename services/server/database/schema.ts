/**
 * The tables, by name. A module adds its own where it defines them:
 * `declare module '@services/server/database/schema' { interface Database { dictionary_item: DictionaryItemTable } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: modules augment it.
export interface Database {}
