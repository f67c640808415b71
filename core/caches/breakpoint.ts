// The member by which a client of OpenAI ends a cached prefix at a block. It says nothing to a model, and clients move it from turn to turn.

export const cacheBreakpoint = 'prompt_cache_breakpoint'
