/** The jobs that a settled payment leaves behind. */
export const jobNames = { orderPlaced: 'order-placed', reverse: 'give-back', capture: 'capture' } as const
