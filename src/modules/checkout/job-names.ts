/** The jobs that a settled payment leaves behind. */
export const jobNames = { orderPlaced: 'order-placed', giveBack: 'give-back', capture: 'capture' } as const
