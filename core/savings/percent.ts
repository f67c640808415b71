// A share as people read it. What is more than nothing is never told as nothing, and what is not all of it never as all.

/** `value` in percent, without its sign: `0 %`, `< 0.1 %`, `0.5 %`, `12 %`, `99.7 %`, `> 99.9 %`, `100 %`, `> 100 %`. */
export const percentText = (value: number): string => {
  const size = Math.abs(value)
  const [whole, tenths] = [size.toFixed(0), size.toFixed(1)]
  if (size === 0 || size === 100) return `${whole} %`
  if (tenths === '0.0') return '< 0.1 %'
  if (tenths === '100.0') return size < 100 ? '> 99.9 %' : '> 100 %'
  return `${Number(tenths) < 10 || whole === '100' ? tenths : whole} %`
}
