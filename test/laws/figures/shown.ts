// Whether a figure that is shown is the one that it stands for: to the last digit that it shows, with its sign, and never as nothing.

const units: Readonly<Record<string, number>> = { k: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** What a text says, and how much beside it the figure may lie. */
const readFigure = (text: string): { readonly value: number; readonly room: number } | undefined => {
  const [, sign = '', below, digits = '', fraction = '', unit = ''] =
    /^([−+]?)(< )?\$?([\d,]+)(\.\d+)?([kMBT]?)$/.exec(text) ?? []
  if (digits === '') return undefined
  const scale = units[unit] ?? 1
  const size = Number(`${digits.replaceAll(',', '')}${fraction}`) * scale
  const value = sign === '−' ? -size : size
  const least = 10 ** (1 - Math.max(1, fraction.length)) * scale
  // Of the shortest form a last zero may be gone.
  const step = unit === '' && fraction === '' ? 1 : least
  return below === undefined ? { value, room: step / 2 } : { value: value / 2, room: size / 2 }
}

/** What is wrong with a text that shows a value; nothing, where it is right. */
export const wrongWith = (text: string, value: number): string | undefined => {
  const shown = readFigure(text)
  if (shown === undefined) return `"${text}" is no figure`
  // Hundredths are added as numbers are.
  const slack = 1e-9 + Math.abs(value) * 1e-12
  if (Math.abs(shown.value - value) > shown.room + slack) return `"${text}" is not ${value}`
  if (value >= 0.005 && !(shown.value > 0)) return `"${text}" makes nothing of ${value}`
  return value <= -0.005 && !(shown.value < 0) ? `"${text}" hides that ${value} is a cost` : undefined
}

/** The same of a share: `12 %`, `< 0.1 %`, `> 99.9 %`, `> 100 %`, with or without a sign. */
export const wrongWithShare = (text: string, percent: number): string | undefined => {
  const [, sign = '', beside, digits = ''] = /^([−+]?)(< |> )?(\d+(?:\.\d+)?) %$/.exec(text) ?? []
  if (digits === '') return `"${text}" is no share`
  const size = Math.abs(percent)
  const room = digits.includes('.') ? 0.05 : 0.5
  const limit = Number(digits)
  const isRight =
    beside === '< '
      ? size > 0 && size < limit
      : beside === '> '
        ? size > limit && size < limit + 0.1
        : Math.abs(limit - size) <= room + 1e-9 && (limit === 0) === (size === 0) && (limit === 100) === (size === 100)
  if (!isRight) return `"${text}" is not ${percent} %`
  return sign === '' || (sign === '−') === percent < 0 ? undefined : `"${text}" has not the sign of ${percent}`
}
