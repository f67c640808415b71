// The provider that a recorded session is played against: its model's own kind of cache.

import { automaticCache, breakpointCache, markedCache } from '../../cost/provider/caches.ts'
import type { SimulatedProvider } from '../../cost/providers.ts'
import type { Setting } from '../../cost/requests.ts'

const minute = 60_000

/** OpenAI's models from GPT-5.6 on hold the ends of requests; those before hold what they saw. */
const cacheOf = ({ provider, model, marked }: Setting): Pick<SimulatedProvider, 'lifetime' | 'cache'> => {
  if (provider === 'anthropic') return { lifetime: (marked === '1h' ? 60 : 5) * minute, cache: () => markedCache() }
  if (/gpt-(5[.-][6-9]|[6-9])/.test(model)) {
    const lifetime = 30 * minute
    return { lifetime, cache: () => breakpointCache({ lifetime, writesReported: true }) }
  }
  const lifetime = (/gpt-5[.-]5/.test(model) ? 24 * 60 : 10) * minute
  return { lifetime, cache: () => automaticCache({ lifetime }) }
}

export const simulatedProviderOf = (setting: Setting): SimulatedProvider => ({
  title: setting.model,
  setting,
  ...cacheOf(setting),
})
