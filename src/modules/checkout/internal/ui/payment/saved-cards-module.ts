/** The saved cards of members: loaded for them alone. */
export const savedCardsModule = () => import('./saved-cards.tsx')
