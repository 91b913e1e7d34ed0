/** How many days notes about refused calls are kept, so that the calls can be corrected and sent again. */
export const REJECTED_KEPT_DAYS = 30;
