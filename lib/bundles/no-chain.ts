// In place of the SDK's chain in the bundles of functions: Lambda names a function's region and credentials in variables, so nobody
// looks for them elsewhere, and 300 kB less are read at a cold start.

/** The chain's error where nothing is found. */
class CredentialsProviderError extends Error {
  override readonly name = 'CredentialsProviderError'
}

export const defaultProvider = () => async (): Promise<never> => {
  throw new CredentialsProviderError('A function has its credentials in variables, and these are not set.')
}

export const loadConfig = () => async (): Promise<never> => {
  throw new Error('Region is missing')
}

export const NODE_REGION_CONFIG_OPTIONS = {}
export const NODE_REGION_CONFIG_FILE_OPTIONS = {}
