/** Tag of what shows records of a model: whoever changes one says by it what is to be asked again. */
export const recordsTag = (modelId: string): string => `records.${modelId}`
