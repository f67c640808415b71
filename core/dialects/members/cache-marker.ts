// The member by which a body asks its provider to cache it up to a block. The dialects share it: gateways take each other's members.

export const cacheMarker = 'cache_control'
