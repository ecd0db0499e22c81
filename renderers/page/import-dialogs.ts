/** Dialogs with the forms in them: fetched when one is to be opened, or soon will be. */
export const importDialogs = () => import('./dialog')
