/** Hovering opens menus from here on, where there is something to hover with (decision ui-03). By itself, because first loads need it. */
export const hoverScreen = '(min-width: 975px) and (hover: hover)'
