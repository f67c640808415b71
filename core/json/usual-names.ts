// Names that stand in bodies a thousand times: to compare the bytes of one costs a tenth of what it takes to make text of them.

const names =
  'id type text role name user tool tools input model system output content message summary call_id tool_use is_error function ' +
  'messages thinking assistant arguments signature reasoning developer input_text tool_calls tool_result tool_use_id ' +
  'output_text tool_call_id cache_control function_call function_call_output'

/** By their length. */
const usual: string[][] = []
for (const name of names.split(' ')) {
  usual[name.length] ??= []
  usual[name.length]?.push(name)
}

/** Whether these bytes, from `start` on, spell an ASCII name. */
export const stands = (name: string, bytes: Uint8Array, start: number): boolean => {
  for (let at = 0; at < name.length; at += 1) if (bytes[start + at] !== name.charCodeAt(at)) return false
  return true
}

/** The name that these bytes spell, if it is a usual one. */
export const usualNameAt = (bytes: Uint8Array, start: number, end: number): string | undefined => {
  const candidates = usual[end - start]
  if (candidates !== undefined) for (const name of candidates) if (stands(name, bytes, start)) return name
  return undefined
}
