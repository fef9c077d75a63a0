import { Dialog } from '../../../../../ui/overlays/dialog.tsx'
import styles from '../../../ui/payment-panel.module.css'

/** Explains a card's security code. Loaded on demand. */
export default function SecurityCodeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="What is a security code?" type="leftAligned" size="small" onClose={onClose}>
      <div className={styles.explains}>
        <p>Visa and Mastercard have a 3-digit code on the back of the card, after the card number.</p>
        <p>American Express has a 4-digit code on the front of the card, above the card number.</p>
      </div>
    </Dialog>
  )
}
