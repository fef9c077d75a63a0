/** The corners for floating elements, by the numbers used in data (ENUM-11). */
export const corners = { TopLeft: 1, TopRight: 2, BottomLeft: 3, BottomRight: 4 } as const

export type Corner = (typeof corners)[keyof typeof corners]
