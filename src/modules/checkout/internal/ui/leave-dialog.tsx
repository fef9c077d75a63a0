import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { submitTexts } from '../../checkout.ts'
import styles from './leave-dialog.module.css'

/** The confirmation before a link leaves the checkout. Loaded on demand. */
export default function LeaveDialog({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  return (
    <Dialog title="Leave checkout?" type="leftAligned" size="small" onClose={onStay}>
      <div className={styles.leave}>
        <p>{submitTexts.leave}</p>
        <p className={styles.leaveChoices}>
          <button type="button" className="button button--quiet" onClick={onLeave}>
            Leave
          </button>
          <button type="button" className="button" onClick={onStay}>
            Stay
          </button>
        </p>
      </div>
    </Dialog>
  )
}
