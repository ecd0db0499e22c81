import type { Verb } from '../action'
import { verb as actVerb } from './act'
import { verb as callVerb } from './call'
import { verb as chooseVerb } from './choose'
import { verb as chooseApproverVerb } from './choose-approver'
import { verb as closeVerb } from './close'
import { verb as confirmVerb } from './confirm'
import { verb as copyVerb } from './copy'
import { verb as deleteVerb } from './delete'
import { verb as downloadVerb } from './download'
import { verb as drawVerb } from './draw'
import { verb as eachVerb } from './each'
import { verb as emitVerb } from './emit'
import { verb as exportVerb } from './export'
import { verb as ifVerb } from './if'
import { verb as importVerb } from './import'
import { verb as invalidateVerb } from './invalidate'
import { verb as jobVerb } from './job'
import { verb as navigateVerb } from './navigate'
import { verb as openVerb } from './open'
import { verb as openWindowVerb } from './open-window'
import { verb as parallelVerb } from './parallel'
import { verb as parseVerb } from './parse'
import { verb as printVerb } from './print'
import { verb as promptVerb } from './prompt'
import { verb as reloadVerb } from './reload'
import { verb as resetVerb } from './reset'
import { verb as retryVerb } from './retry'
import { verb as saveVerb } from './save'
import { verb as scriptVerb } from './script'
import { verb as setVerb } from './set'
import { verb as stopVerb } from './stop'
import { verb as submitVerb } from './submit'
import { verb as toastVerb } from './toast'
import { verb as toggleVerb } from './toggle'
import { verb as tryVerb } from './try'
import { verb as undoVerb } from './undo'
import { verb as uploadVerb } from './upload'
import { verb as validateVerb } from './validate'
import { verb as waitVerb } from './wait'

/** Every verb by name. One file a verb; a new one adds its line here. */
export const verbs: ReadonlyMap<string, Verb> = new Map(
  [
    callVerb,
    confirmVerb,
    promptVerb,
    chooseVerb,
    chooseApproverVerb,
    toastVerb,
    openVerb,
    closeVerb,
    setVerb,
    resetVerb,
    reloadVerb,
    invalidateVerb,
    validateVerb,
    submitVerb,
    saveVerb,
    deleteVerb,
    toggleVerb,
    actVerb,
    navigateVerb,
    openWindowVerb,
    downloadVerb,
    exportVerb,
    importVerb,
    jobVerb,
    printVerb,
    uploadVerb,
    drawVerb,
    copyVerb,
    emitVerb,
    ifVerb,
    eachVerb,
    undoVerb,
    scriptVerb,
    parallelVerb,
    parseVerb,
    tryVerb,
    retryVerb,
    waitVerb,
    stopVerb,
  ].map((verb) => [verb.name, verb]),
)
