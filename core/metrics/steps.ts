// The steps that a receipt times, in the order of the pipelines, and who makes a client wait in each. Imports nothing.

/** `service`: the time that we add. `upstream`, `compressor`: the time that the answer itself takes. */
export const steps = {
  authenticate: { takenBy: 'service', metric: 'AuthenticateMilliseconds' },
  limit: { takenBy: 'service', metric: 'LimitMilliseconds' },
  read: { takenBy: 'service', metric: 'ReadMilliseconds' },
  recognise: { takenBy: 'service', metric: 'RecogniseMilliseconds' },
  compact: { takenBy: 'service', metric: 'CompactMilliseconds' },
  forward: { takenBy: 'upstream', metric: 'ForwardMilliseconds' },
  relay: { takenBy: 'upstream', metric: 'RelayMilliseconds' },
  compress: { takenBy: 'compressor', metric: 'CompressMilliseconds' },
} as const

export type Step = keyof typeof steps

export const isStep = (name: string): name is Step => Object.hasOwn(steps, name)
