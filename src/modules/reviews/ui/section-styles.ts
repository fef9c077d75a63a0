/** The styles of a product's reviews and questions, for pages that get those as markup from the server. */
import './entry-list.module.css'
import './rating-summary.module.css'
import './review-overview.module.css'
import './reviews-section.module.css'
