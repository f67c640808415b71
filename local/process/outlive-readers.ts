// The reader of a process's output may close it: a pager that is left, a collector of logs that is started again. The process goes on
// without its lines. Without this the first of them would end it, and break every stream.

/** To be called when the program starts. */
export const outliveReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
